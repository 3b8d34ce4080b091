/** What an editor shows: hovers by the language server of the current TypeScript, and by the language service of older ones. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Hover, readMarked } from './marked-module.js';

const compiler = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: { readonly contents?: { readonly value: string } } | null;
}

/** The hovers of the marked names of modules, in order. Needs a project, as `sourceProject` makes it. */
export async function hovers(root: string, ...files: readonly string[]): Promise<Hover[]> {
  const server = startServer(root);
  try {
    await server.request('initialize', {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    });
    server.notify('initialized', {});
    const found: Hover[] = [];
    for (const file of files) found.push(...(await hoversOf(server, path.join(root, file))));
    await server.request('shutdown', undefined);
    return found;
  } finally {
    await server.end();
  }
}

async function hoversOf(server: ReturnType<typeof startServer>, file: string): Promise<Hover[]> {
  const { text, positions } = readMarked(file);
  const uri = pathToFileURL(file).href;
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version: 1, text } });
  const found: Hover[] = [];
  for (const { name, line, character } of positions) {
    const answer = await server.request('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    found.push({ name, signature: codeOf(answer.result?.contents?.value ?? '') });
  }
  return found;
}

/** The code block of a hover, without the documentation after it. */
function codeOf(markdown: string): string {
  return /^```\w*\n([^]*?)\n```/.exec(markdown)?.[1] ?? '';
}

/** Speaks the language server protocol with a process, by pipes. */
function startServer(root: string) {
  const child = spawn(process.execPath, [compiler, '--lsp', '--stdio'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number | string, (answer: Message) => void>();
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const receive = ({ id, method, params, ...answer }: Message): void => {
    if (id === undefined) return;
    // The server asks for settings and announces watches: none, and agreed.
    if (method !== undefined) send({ id, result: params?.items?.map(() => null) ?? null });
    else waiting.get(id)?.(answer);
  };
  let pending = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let next = firstMessage(pending); next; next = firstMessage(pending)) {
      pending = next.rest;
      receive(next.message);
    }
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let requests = 0;
  return {
    request: (method: string, params: unknown): Promise<Message> => {
      const id = ++requests;
      const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
      send({ id, method, params });
      const early = ended.then((): never => {
        throw new Error(`the language server ended before it answered ${method}`);
      });
      return Promise.race([answer, early]);
    },
    notify: (method: string, params: unknown): void => send({ method, params }),
    end: (): Promise<void> => {
      child.kill();
      return ended;
    },
  };
}

function firstMessage(data: Buffer): { readonly message: Message; readonly rest: Buffer<ArrayBuffer> } | undefined {
  const head = data.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [, length] = /Content-Length: (\d+)/i.exec(data.toString('latin1', 0, head)) ?? [];
  const end = head + 4 + Number(length);
  if (data.length < end) return undefined;
  return {
    message: JSON.parse(data.toString('utf8', head + 4, end)) as Message,
    rest: Buffer.from(data.subarray(end)),
  };
}
