#!/usr/bin/env node
// `kbts init --skip-install` and `kbts create api` against kubebuilder's, on the same machine. Budget: 0.05 times.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binaryFolder, buildControlPlane } from '../test/control-plane/build.mjs';
import { interleave, median, report } from './measure.mjs';

await buildControlPlane(['kubebuilder']);
const kubebuilder = path.join(binaryFolder(), 'kubebuilder');
const kbts = path.resolve(import.meta.dirname, '../bin/kbts.js');
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const api = [
  'create',
  'api',
  '--group',
  'webapp',
  '--version',
  'v1',
  '--kind',
  'Guestbook',
  '--resource',
  '--controller',
];

function run(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

const folders = [];
const folder = () => folders[folders.push(mkdtempSync(path.join(tmpdir(), 'kbts-bench-'))) - 1];
let ours = '';
let theirs = '';
try {
  // The second round has warm caches on both sides.
  const times = await interleave(Number(process.argv[2] ?? 3), {
    'kubebuilder init': () =>
      run(
        kubebuilder,
        ['init', '--domain', 'my.domain', '--repo', 'example.com/guestbook', '--project-name', 'guestbook'],
        (theirs = folder()),
      ),
    'kubebuilder create api': () => run(kubebuilder, api, theirs),
    'kbts init --skip-install': () =>
      run(
        process.execPath,
        [kbts, 'init', '--domain', 'my.domain', '--project-name', 'guestbook', '--skip-install'],
        (ours = folder()),
      ),
    'kbts create api': () => run(process.execPath, [kbts, ...api], ours),
  });
  report('scaffolding', times, [
    {
      what: 'init',
      value: median(times['kbts init --skip-install']) / median(times['kubebuilder init']),
      budget: 0.05,
    },
    {
      what: 'create api',
      value: median(times['kbts create api']) / median(times['kubebuilder create api']),
      budget: 0.05,
    },
  ]);
} finally {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
}
