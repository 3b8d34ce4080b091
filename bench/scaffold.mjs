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
const { NODE_EXTRA_CA_CERTS: _, ...ownEnv } = process.env;
const init = ['init', '--domain', 'my.domain', '--project-name', 'guestbook'];
const api = 'create api --group webapp --version v1 --kind Guestbook --resource --controller'.split(' ');

function run(program, args, cwd, env) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

const folders = [];
const folder = () => folders[folders.push(mkdtempSync(path.join(tmpdir(), 'kbts-bench-'))) - 1];

/** Both tools, one after the other, in new projects. */
async function measure(rounds, env) {
  let [ours, theirs] = ['', ''];
  return interleave(rounds, {
    'kubebuilder init': () => run(kubebuilder, [...init, '--repo', 'example.com/guestbook'], (theirs = folder()), env),
    'kubebuilder create api': () => run(kubebuilder, api, theirs, env),
    'kbts init --skip-install': () => run(process.execPath, [kbts, ...init, '--skip-install'], (ours = folder()), env),
    'kbts create api': () => run(process.execPath, [kbts, ...api], ours, env),
  });
}

const ratio = (times, ours, theirs) => median(times[ours]) / median(times[theirs]);

try {
  // A new user has no caches: kubebuilder downloads and compiles, kbts packs itself.
  const caches = folder();
  const fresh = {
    ...ownEnv,
    GOMODCACHE: path.join(caches, 'mod'),
    GOCACHE: path.join(caches, 'build'),
    GOFLAGS: '-modcacherw',
    XDG_CACHE_HOME: caches,
  };
  const first = await measure(1, fresh);
  report('scaffolding, first project on a machine', first, [
    { what: 'init', value: ratio(first, 'kbts init --skip-install', 'kubebuilder init'), budget: 0.05 },
    { what: 'create api', value: ratio(first, 'kbts create api', 'kubebuilder create api'), budget: 0.05 },
  ]);
  const next = await measure(Number(process.argv[2] ?? 3), { ...fresh });
  report('scaffolding, next projects on a machine (kubebuilder has everything downloaded and compiled)', next, [
    { what: 'init', value: ratio(next, 'kbts init --skip-install', 'kubebuilder init'), budget: 0.05 },
    { what: 'create api', value: ratio(next, 'kbts create api', 'kubebuilder create api'), budget: 0.05 },
  ]);
} finally {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
}
