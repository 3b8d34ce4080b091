/** What an editor with an older TypeScript shows: hovers by the language service, which newer versions have no more. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Hover, readMarked } from './marked-module.js';

/** The part of TypeScript's own module that is used here. */
interface LanguageModule {
  readonly default: {
    readConfigFile(file: string, read: (file: string) => string | undefined): { readonly config: unknown };
    parseJsonConfigFileContent(config: unknown, host: unknown, root: string): Parsed;
    createLanguageService(host: object): LanguageService;
    readonly ScriptSnapshot: { fromString(text: string): unknown };
    readonly sys: System;
    getDefaultLibFilePath(options: unknown): string;
    displayPartsToString(parts: unknown): string;
  };
}

interface System {
  readonly readFile: (file: string) => string | undefined;
  readonly fileExists: unknown;
  readonly directoryExists: unknown;
  readonly getDirectories: unknown;
  readonly realpath: unknown;
}

interface Parsed {
  readonly options: unknown;
  readonly fileNames: readonly string[];
}

interface LanguageService {
  getQuickInfoAtPosition(file: string, offset: number): { readonly displayParts: unknown } | undefined;
}

/** The hovers of the marked names of a module, in order; `typescript` is the folder of a version with a language service. */
export async function olderHovers(root: string, file: string, typescript: string): Promise<Hover[]> {
  const entry = pathToFileURL(path.join(typescript, 'lib/typescript.js')).href;
  const { default: ts } = (await import(entry)) as LanguageModule;
  const { sys } = ts;
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (name) => sys.readFile(name));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, sys, root);
  const service = ts.createLanguageService({
    fileExists: sys.fileExists,
    readFile: sys.readFile,
    directoryExists: sys.directoryExists,
    getDirectories: sys.getDirectories,
    realpath: sys.realpath,
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (name: string) => {
      const text = sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given: unknown) => ts.getDefaultLibFilePath(given),
  });
  const full = path.join(root, file);
  return readMarked(full).positions.map(({ name, offset }) => {
    const info = service.getQuickInfoAtPosition(full, offset);
    return { name, signature: ts.displayPartsToString(info?.displayParts) };
  });
}
