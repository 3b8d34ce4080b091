import type { Manager } from 'kbts/runtime';

export declare function setupWebsiteController(manager: Manager): void;
