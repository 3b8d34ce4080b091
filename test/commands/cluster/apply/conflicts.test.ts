import { expect, test } from 'vitest';
import { conflictError, conflictsIn } from '../../../../src/commands/cluster/apply/conflicts.js';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';

const object = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'b', name: 'a' };
const cause = (manager: string, field: string) => ({
  reason: 'FieldManagerConflict',
  message: `conflict with "${manager}" using apps/v1`,
  field,
});

test('names manager and field of every cause', () => {
  const error = new ApiError({ code: 409, reason: 'Conflict', details: { causes: [cause('helm', '.spec.replicas')] } });

  expect(conflictsIn(error, object)).toEqual([{ object, manager: 'helm', field: '.spec.replicas' }]);
});

test('other errors have no field conflicts', () => {
  const outdated = new ApiError({ code: 409, reason: 'Conflict', message: 'the object has been modified' });

  expect(conflictsIn(outdated, object)).toEqual([]);
  expect(conflictsIn(new Error('x'), object)).toEqual([]);
});

test('one message groups fields by object and manager, and does not get endless', () => {
  const fields = Array.from({ length: 8 }, (_, index) => ({ object, manager: 'helm', field: `.f${index}` }));

  const error = conflictError([...fields, { object, manager: 'argocd', field: '.spec.paused' }]);

  expect(error.message).toContain('Deployment b/a is managed by "helm": .f0, .f1, .f2, .f3, .f4 and 3 more');
  expect(error.message).toContain('Deployment b/a is managed by "argocd": .spec.paused');
  expect(error.fix).toContain('helm, argocd');
});
