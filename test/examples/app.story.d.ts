import { type Story } from './story.js';
export declare const app: Story;
