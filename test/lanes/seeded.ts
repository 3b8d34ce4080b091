/** Set-up file of all test files: properties try the same inputs in every run. */
import { configureGlobal } from 'fast-check';
import { seedOf } from './seed.js';

// A failing property prints its own seed, so a fresh one is not shown here.
if (process.env['KBTS_SEED'] !== undefined || process.env['KBTS_FRESH_SEEDS'] !== '1')
  configureGlobal({ seed: seedOf() });
