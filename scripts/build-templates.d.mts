import type { Plugin } from 'esbuild';

export function compiledTemplates(folder: string): string;
export function templatesPlugin(folder: string): Plugin;
