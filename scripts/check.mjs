#!/usr/bin/env node
// Builds, then checks types and lints at the same time, then runs the tests. Types of examples and test data come from dist/.
import { spawn } from 'node:child_process';

const started = performance.now();
const isGood =
  (await step('build')) &&
  (await Promise.all([step('typecheck'), step('lint')])).every(Boolean) &&
  (await step('test', 'inherit'));
if (!isGood) process.exitCode = 1;

/** Runs a script of package.json, shows its output when it ends, and returns whether it succeeded. */
async function step(name, output = 'pipe') {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', output, output] });
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(Buffer.concat(chunks));
  console.log(`${name}: ${status === 0 ? 'ok' : 'failed'} after ${seconds} s`);
  return status === 0;
}
