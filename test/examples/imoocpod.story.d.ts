import { type Story } from './story.js';
export declare const imoocpod: Story;
