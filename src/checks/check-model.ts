/** Everything that can be known to be wrong before the API server sees it. */
import type { Diagnostic } from '../model/diagnostic.js';
import type { ApiModel } from '../model/model.js';
import { checkRbac, checkWebhooks } from './check-access.js';
import { checkCel } from './check-cel.js';
import { checkCost } from './check-cost.js';
import { checkDefaults } from './check-defaults.js';
import { checkKinds } from './check-kind.js';
import { checkSchema } from './check-schema.js';
import { type EmittedFile, type Generator } from '../emitter/emit.js';

/** All problems of a model. */
export function checkModel(model: ApiModel, generators: readonly Generator[]): Diagnostic[] {
  const kinds = generators.includes('crd') ? model.kinds.filter(({ isSkipped }) => !isSkipped) : [];
  return [
    ...checkKinds(kinds),
    ...kinds.flatMap((kind) => [...checkSchema(kind), ...checkDefaults(kind), ...checkCel(kind), ...checkCost(kind)]),
    ...(generators.includes('rbac') ? checkRbac(model) : []),
    ...(generators.includes('webhook') ? checkWebhooks(model) : []),
  ];
}

/** `kubectl apply` keeps the whole object in an annotation, which may not be larger. */
const ANNOTATION_LIMIT = 262_144;
/** What etcd takes by default. */
const ETCD_LIMIT = 1_572_864;

/** Warnings and errors about objects that are too large. */
export function checkSizes(files: readonly EmittedFile[]): Diagnostic[] {
  return files.flatMap((file) =>
    file.objects.flatMap((object): Diagnostic[] => {
      // YAML is never much smaller than JSON, so small files need no second look.
      if (file.text.length < ANNOTATION_LIMIT * 0.5) return [];
      const bytes = Buffer.byteLength(
        JSON.stringify(object, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
      );
      const fix = 'shorten descriptions with --max-desc-len, or embed fewer Kubernetes types';
      if (bytes > ETCD_LIMIT)
        return [
          {
            severity: 'error',
            code: 'crd-too-large',
            message: `${file.path} (${Buffer.byteLength(file.text)} bytes) has ${bytes} bytes as JSON; etcd takes ${ETCD_LIMIT}`,
            fix,
          },
        ];
      if (bytes > ANNOTATION_LIMIT) {
        return [
          {
            severity: 'warning',
            code: 'crd-too-large',
            message: `${file.path} (${Buffer.byteLength(file.text)} bytes) has ${bytes} bytes as JSON; client-side kubectl apply takes ${ANNOTATION_LIMIT}, so use --server-side or kbts install`,
            fix,
          },
        ];
      }
      return [];
    }),
  );
}
