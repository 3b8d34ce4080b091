/** Which fields the messages of Kubernetes have, and what they are in JSON. */
import { brotliDecompressSync } from 'node:zlib';
import { packed } from './packed-table.js';

/** One field of a message. */
export interface Field {
  /** Its name in JSON; empty for a struct whose fields JSON spreads over its parent. */
  readonly name: string;
  /** A list, a map with text keys, or one value. */
  readonly shape: '*' | 'M' | '';
  /** A scalar, or the number of a message. */
  readonly type: string | number;
  readonly presence: 'pointer' | 'omitempty' | 'omitzero' | 'always' | 'inline';
}

/** One message. */
export interface Message {
  /** Only of messages that have no fields of their own. */
  readonly name: string | undefined;
  readonly fields: ReadonlyMap<number, Field>;
}

interface Packed {
  readonly messages: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, number>>;
}

const PRESENCE: Readonly<Record<string, Field['presence']>> = {
  p: 'pointer',
  o: 'omitempty',
  z: 'omitzero',
  r: 'always',
  n: 'inline',
};

let unpacked: Packed | undefined;
const known = new Map<number, Message>();

/** The number of the message of a kind. */
export function messageOfKind(apiVersion: string, kind: string): number | undefined {
  const { kinds } = table();
  return Object.hasOwn(kinds, `${apiVersion} ${kind}`) ? kinds[`${apiVersion} ${kind}`] : undefined;
}

/** A message by its number, read when it is first asked for. */
export function messageAt(number: number): Message {
  let message = known.get(number);
  if (message === undefined) {
    const { messages, names } = table();
    message = { name: names[number], fields: readFields(messages[number] ?? '') };
    known.set(number, message);
  }
  return message;
}

function table(): Packed {
  unpacked ??= JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString('utf8')) as Packed;
  return unpacked;
}

function readFields(text: string): ReadonlyMap<number, Field> {
  const fields = new Map<number, Field>();
  for (const part of text === '' ? [] : text.split(';')) {
    const [number = '', name = '', code = '', presence = ''] = part.split(':');
    const shape = code.startsWith('*') ? '*' : code.startsWith('M') ? 'M' : '';
    const type = shape === '' ? code : code.slice(1);
    fields.set(Number(number), {
      name,
      shape,
      type: type.startsWith('@') ? Number(type.slice(1)) : type,
      presence: PRESENCE[presence] ?? 'always',
    });
  }
  return fields;
}
