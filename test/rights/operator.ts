/** Small operators for tests of rights: a module with a controller, and what `kbts manifests` finds in it. */
import path from 'node:path';
import { planManifests } from '../../src/commands/manifests/manifests-plan.js';
import type { Diagnostic } from '../../src/model/diagnostic.js';
import { viewFiles } from '../../src/reader/sources/files.js';
import { openProject } from '../../src/rights/open-project.js';
import { type RequiredRights, requiredRights, sortVerbs } from '../../src/rights/required-rights.js';

/** A module of an operator. */
export interface Operator {
  /** Statements of a reconcile function, which has `object` and `client`. */
  readonly body?: string;
  /** Declarations beside the controller. */
  readonly besides?: string;
  /** Steps of the chain before `.reconcile`. */
  readonly steps?: string;
  /** Markers, one on each line. */
  readonly markers?: string;
  /** Other modules, by path. */
  readonly modules?: Readonly<Record<string, string>>;
}

const root = path.resolve('/an-operator');

const imports = [
  "import * as kbts from 'kbts/runtime';",
  "import type { Client, Kind, KubeObject, Reader, Ref, Stored } from 'kbts/runtime';",
  "import { controller, createManager, dynamicKind, metadataOnly, modify, owners } from 'kbts/runtime';",
  "import { addFinalizer, createOrPatch, createOrUpdate } from 'kbts/runtime/client';",
  "import { Deployment, StatefulSet } from 'kbts/k8s/apps/v1';",
  "import { ConfigMap, Pod, Secret, Service } from 'kbts/k8s/core/v1';",
  "import { ClusterRole, Role } from 'kbts/k8s/rbac/v1';",
];

/** The text of `src/main.ts`. */
export function mainOf({ body = '', besides = '', steps = '', markers = '' }: Operator): string {
  return [
    ...imports,
    '',
    markers,
    '',
    besides,
    `const own = controller(Pod)${steps}.reconcile(async (object, { client, events }) => {`,
    body,
    '});',
    'const manager = await createManager({});',
    'manager.add(own);',
    '',
  ].join('\n');
}

/** What an operator needs, and what cannot be known of it. */
export interface Needed {
  /** Lines such as `deployments.apps get;list`, sorted; that it watches Pods is left out. */
  readonly needs: readonly string[];
  readonly unclear: readonly string[];
}

/** What each of several operators needs; one program has them all, as it takes long to read the types of kbts. */
export function neededByEach(operators: readonly Operator[]): Needed[] {
  const folder = (index: number): string => path.join(root, `src/operator-${index}`);
  const texts = operators.flatMap((operator, index) =>
    Object.entries({ 'src/main.ts': mainOf(operator), ...operator.modules }).map(([file, text]) => {
      return [path.join(folder(index), path.relative('src', file)), text] as const;
    }),
  );
  const entry = path.join(root, 'src/all.ts');
  const all = operators.map((_, index) => `import './operator-${index}/main.js';\n`).join('');
  const project = openProject(root, viewFiles({ texts: new Map([...texts, [entry, all]]) }), entry);
  return operators.map((_, index) => {
    const modules = project.modules.filter(({ fileName }) => fileName.startsWith(`${folder(index)}/`));
    return describeNeeds(requiredRights({ ...project, modules }));
  });
}

function describeNeeds({ rights, unclear }: RequiredRights): Needed {
  const lines = rights.map(({ group, resource, verbs }) => {
    const [plural = '', ...below] = resource.split('/');
    const name = [group === '' ? plural : `${plural}.${group}`, ...below].join('/');
    return `${name} ${sortVerbs(verbs.keys()).join(';')}`;
  });
  return {
    needs: lines.filter((line) => line !== 'pods get;list;watch').sort(),
    unclear: unclear.map(({ reason }) => reason),
  };
}

/** What `kbts manifests` says about rights. */
export async function diagnosticsOf(operator: Operator): Promise<Diagnostic[]> {
  const overlay = new Map(Object.entries({ 'src/main.ts': mainOf(operator), ...operator.modules }));
  const { diagnostics } = await planManifests({ root, overlay, checksRights: true });
  return [...diagnostics];
}
