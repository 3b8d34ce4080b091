import type { Converter } from 'kbts/runtime';
import type { App as Hub } from '../v1beta1/index.js';
import { App } from './index.js';

/**
 * Converts App between v1 and the hub, v1beta1, in which objects are stored. Fields have other names, and nothing else
 * differs, so nothing can be lost on the way.
 */
export const appV1Converter: Converter<Hub, App> = {
  spoke: App,
  toHub({ metadata, spec, status }) {
    const { enableService, enableIngress, containerPort, ...rest } = spec;
    const { readyReplicas, ...restOfStatus } = status ?? {};
    return {
      metadata,
      spec: { ...rest, enable_service: enableService, enable_ingress: enableIngress, port: containerPort },
      ...(status && { status: { ...restOfStatus, ready_replicas: readyReplicas } }),
    };
  },
  fromHub({ metadata, spec, status }) {
    const { enable_service: enableService, enable_ingress: enableIngress, port: containerPort, ...rest } = spec;
    const { ready_replicas: readyReplicas, ...restOfStatus } = status ?? {};
    return {
      metadata,
      spec: { ...rest, enableService, enableIngress, containerPort },
      ...(status && { status: { ...restOfStatus, readyReplicas } }),
    };
  },
};
