#!/usr/bin/env node
// Runs the suites that need a real kube-apiserver on several releases of it, and writes the results into the book.
//
//   node scripts/compatibility.mjs                 all releases
//   node scripts/compatibility.mjs 1.36.3          one of them; the others keep their line
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildRelease } from '../test/control-plane/older.mjs';

const releases = ['1.37.1', '1.36.3', '1.35.4'];
const page = 'docs/book/compatibility.md';
const suites = {
  runtime: ['test/runtime'],
  commands: [
    'test/commands/cluster/definitions/install.real.test.ts',
    'test/commands/cluster/deploy/deploy.real.test.ts',
    'test/commands/cluster/deploy/undeploy.real.test.ts',
    'test/commands/cluster/inventory',
    'test/commands/cluster/conversion',
  ],
};

const wanted = process.argv.slice(2);
const rows = new Map(readRows());
for (const version of wanted.length > 0 ? wanted : releases) {
  const assets = await buildRelease(version);
  rows.set(
    version,
    Object.values(suites).map((files) => run(assets, files)),
  );
  writeRows();
}
process.exitCode = [...rows.values()].flat().some((cell) => cell.includes('failed')) ? 1 : 0;

/** How many tests passed; files that need no server are not counted. */
function run(assets, files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-compatibility-'));
  const report = path.join(folder, 'report.json');
  const args = [
    'vitest',
    'run',
    '--project',
    'real',
    '--maxWorkers=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  spawnSync('npx', [...args, ...files], { stdio: 'inherit', env: { ...process.env, KUBEBUILDER_ASSETS: assets } });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = numFailedTests + broken;
  return failed === 0 ? `${numPassedTests} tests passed` : `${numPassedTests} tests passed, ${failed} failed`;
}

function readRows() {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.*) \| (.*) \|$/gm)].map(([, version, ...cells]) => [
    version,
    cells,
  ]);
}

function writeRows() {
  const lines = [...rows].map(([version, cells]) => `| ${[version, ...cells].join(' | ')} |`);
  const table = ['| kube-apiserver | runtime | install and deploy |', '| --- | --- | --- |', ...lines].join('\n');
  const text = readFileSync(page, 'utf8');
  const parts = text.split(/(?<=<!-- compatibility -->\n)[\s\S]*?(?=\n<!-- \/compatibility -->)/);
  writeFileSync(page, parts.join(table));
}
