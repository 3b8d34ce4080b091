export type { Colour as Again } from './colour.js';
export * from './size.js';
