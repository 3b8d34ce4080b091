/** The program that owns a control plane's processes. */

/**
 * Run by `node -e` in a process group of its own. It reads commands as JSON lines from its standard input and ends,
 * together with every process that it has started and their folder, when that input ends: however the test process
 * dies, its end of the pipe is closed. Kept as text, because it must run without our build and without our modules.
 */
export const supervisorScript = `
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const processes = new Map();
const folder = process.argv[1];
const tell = (message) => { if (process.stdout.writable) process.stdout.write(JSON.stringify(message) + '\\n'); };
process.stdout.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end());

function start({ name, path, args, log, env }) {
  const output = fs.openSync(log, 'a');
  const child = spawn(path, args, { stdio: ['ignore', output, output], env: { ...process.env, ...env } });
  fs.closeSync(output);
  processes.set(name, child);
  child.on('error', (error) => { processes.delete(name); tell({ event: 'exited', name, reason: error.message }); });
  child.on('exit', (code, signal) => {
    if (processes.get(name) === child) processes.delete(name);
    tell({ event: 'exited', name, reason: signal ? 'signal ' + signal : 'exit code ' + code });
  });
  tell({ event: 'started', name, pid: child.pid });
}

let isEnding = false;
function end() {
  if (isEnding) return;
  isEnding = true;
  for (const child of processes.values()) child.kill('SIGKILL');
  const finish = () => {
    if (processes.size > 0) return setTimeout(finish, 10);
    try { fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }); } finally { process.exit(0); }
  };
  finish();
}

let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  text += chunk;
  for (let at = text.indexOf('\\n'); at >= 0; at = text.indexOf('\\n')) {
    const command = JSON.parse(text.slice(0, at));
    text = text.slice(at + 1);
    if (command.do === 'start') start(command);
    else if (command.do === 'kill') processes.get(command.name)?.kill(command.signal);
  }
});
process.stdin.on('end', end);
process.stdin.on('error', end);
`;
