#!/usr/bin/env node
// How much `kbts --version` costs over bare Node. Budget: at most 1.6 times `node -e 0`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { interleave, median, report } from './measure.mjs';

const kbts = path.resolve(import.meta.dirname, '../bin/kbts.js');
// This variable makes Node 20 read certificates at every start, which has nothing to do with us.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const run =
  (...args) =>
  () =>
    spawnSync(process.execPath, args, { env, stdio: 'ignore' });

const rounds = Number(process.argv[2] ?? 41);
const times = await interleave(rounds, {
  'node -e 0': run('-e', '0'),
  'kbts --version': run(kbts, '--version'),
  'kbts --help': run(kbts, '--help'),
});
report('start-up', times, [
  {
    what: 'kbts --version / node -e 0',
    value: median(times['kbts --version']) / median(times['node -e 0']),
    budget: 1.6,
  },
]);
