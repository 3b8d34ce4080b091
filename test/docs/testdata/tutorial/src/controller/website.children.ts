import type { DeepReadonly } from 'kbts/runtime';
import type { Deployment } from 'kbts/k8s/apps/v1';
import type { Service } from 'kbts/k8s/core/v1';
import type { Website } from '../api/v1/index.js';

export declare function childrenOf(website: DeepReadonly<Website>): { deployment: Deployment; service: Service };
