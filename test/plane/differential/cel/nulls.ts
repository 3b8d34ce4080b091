/** CEL rules of nullable fields: they judge values, not nulls. */
import { merge, post, type Scenario } from '../scenario.js';
import { DEFINITIONS, isEstablished } from '../scenarios-custom.js';

const rule = (text: string, more = {}): object => ({ 'x-kubernetes-validations': [{ rule: text, ...more }] });
const properties = {
  name: { type: 'string', nullable: true, maxLength: 10, ...rule("self.startsWith('a')") },
  fixed: { type: 'string', nullable: true, maxLength: 10, ...rule('self == oldSelf') },
  grown: {
    type: 'integer',
    nullable: true,
    ...rule('!oldSelf.hasValue() || self > oldSelf.value()', { optionalOldSelf: true }),
  },
  list: {
    type: 'array',
    maxItems: 5,
    items: { type: 'string', nullable: true, maxLength: 10, ...rule("self != 'x'") },
  },
  nested: {
    type: 'object',
    nullable: true,
    properties: { a: { type: 'integer', ...rule('self > 0') } },
    ...rule('has(self.a)'),
  },
};
const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: { type: 'object', properties, ...rule('!has(self.name) || !has(self.list)') },
    },
  },
};

export const nullScenarios: Record<string, Scenario> = {
  'does not run the rules of nullable fields on null': async (run) => {
    const group = `${run.id}.kbts.dev`;
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const names = { kind: 'Mole', plural: 'moles' };
    const spec = { group, scope: 'Namespaced', names, versions };
    await run.call({
      ...post(`${DEFINITIONS}?dryRun=All`, { metadata: { name: `moles.${group}` }, spec }),
      ignoresManagers: true,
    });
    await run.quietly(post(DEFINITIONS, { metadata: { name: `moles.${group}` }, spec }));
    await run.until(`${DEFINITIONS}/moles.${group}`, isEstablished);
    const path = `/apis/${group}/v1/namespaces/${run.namespace}/moles`;
    await run.until(path, ({ code }) => code === 200);
    const mole = (name: string, given: object): object => ({
      apiVersion: `${group}/v1`,
      kind: 'Mole',
      metadata: { name },
      spec: given,
    });
    const specs: object[] = [
      { name: null },
      { name: 'b' },
      { name: 'a', nested: null },
      { nested: {} },
      { nested: { a: 0 } },
      { list: [null, 'y'] },
      { list: [null, 'x'] },
      { name: null, list: [] },
      { fixed: null, grown: null },
    ];
    for (const [index, given] of specs.entries()) await run.call(post(path, mole(`m${index}`, given)));
    await run.call(merge(`${path}/m8`, { spec: { list: ['y'] } }));
    await run.call(merge(`${path}/m8`, { spec: { fixed: 'a', grown: 2 } }));
    await run.call(merge(`${path}/m8`, { spec: { fixed: 'b' } }));
    await run.call(merge(`${path}/m8`, { spec: { grown: 1 } }));
  },
};
