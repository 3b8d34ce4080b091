import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const isWindows = process.platform === 'win32';

/** Runs a program to its end and returns what it printed; an error carries its standard error. */
export async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { maxBuffer: 64 * 1024 * 1024, shell: isWindows });
  return stdout;
}

/** Like `run` for `kubectl … -o json`. */
export async function kubectlJson<T>(...args: string[]): Promise<T> {
  return JSON.parse(await run('kubectl', ...args, '-o', 'json')) as T;
}

/** Forwards a free local port to a Service as long as `use` runs. */
export async function withPortForward<T>(
  target: { namespace: string; service: string; port: number },
  use: (localPort: number) => Promise<T>,
): Promise<T> {
  const args = ['port-forward', '-n', target.namespace, `service/${target.service}`, `:${target.port}`];
  const forward = spawn('kubectl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const localPort = await new Promise<number>((resolve, reject) => {
      let printed = '';
      forward.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const port = /127\.0\.0\.1:(\d+) ->/.exec(printed)?.[1];
        if (port) resolve(Number(port));
      });
      forward.on('error', reject);
      forward.on('exit', (code) => reject(new Error(`kubectl port-forward ended with code ${code}`)));
    });
    return await use(localPort);
  } finally {
    forward.kill();
  }
}
