import { type Story } from './story.js';
export declare const pipeline: Story;
