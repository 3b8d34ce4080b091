#!/usr/bin/env node
require('../dist/cli/main.cjs').main();
