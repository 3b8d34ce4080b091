import type { Controller } from 'kbts/runtime';
import type { Website } from '../api/v1/index.js';

export declare const websiteController: Controller<Website>;
