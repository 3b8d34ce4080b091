/** Programs that behave as a test wants, in a folder that is the whole PATH. */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder of programs; `calls` returns the arguments of every call so far. */
export interface FakePrograms extends AsyncDisposable {
  readonly folder: string;
  readonly env: Record<string, string>;
  calls(): Promise<string[][]>;
}

/** `programs` maps a name to the body of a script, which sees its arguments as `args`. */
export async function fakePrograms(programs: Record<string, string>): Promise<FakePrograms> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-programs-'));
  const log = path.join(folder, 'calls.jsonl');
  for (const [name, body] of Object.entries(programs)) {
    const file = path.join(folder, name);
    const script = `#!${process.execPath}
const args = process.argv.slice(2);
require('node:fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify([${JSON.stringify(name)}, ...args]) + '\\n');
${body}
`;
    await writeFile(file, script);
    await chmod(file, 0o755);
  }
  return {
    folder,
    env: { PATH: folder, KUBECTL: '', KUSTOMIZE: '' },
    async calls() {
      const text = await readFile(log, 'utf8').catch(() => '');
      return text
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string[]);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A kubectl of a version that renders one ConfigMap. */
export function fakeKubectl(version: string): string {
  return `if (args[0] === 'version') console.log(JSON.stringify({ clientVersion: { gitVersion: '${version}' } }));
else console.log('kind: ConfigMap # by kubectl');`;
}
