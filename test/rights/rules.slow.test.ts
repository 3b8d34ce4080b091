/** No call of kbts that is about a kind is forgotten: it has a rule, or it is known to send nothing. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { viewFiles } from '../../src/reader/sources/files.js';
import { declarationName } from '../../src/rights/calls.js';
import { kindsOfType } from '../../src/rights/kinds-of-type.js';
import { openProject } from '../../src/rights/open-project.js';
import { CALL_RULES, FIXED_RIGHTS, RAW_ACCESS } from '../../src/rights/rules.js';

/** About kinds or objects, but without a request: they change objects in memory, compare them, or pass them on. */
const HARMLESS = [
  'Cache.index Channel.emit ChildOptions.readyWhen ControllerDraft.onError Converter.fromHub Converter.toHub Defaulter.default',
  'KeyedDraft.reconcile KeyedSteps.onError KeyedSteps.source Kind. Manager.add Part.[connectPart]',
  'RestMapper.resolve RunningKeyedController.enqueue Steps.index Validations.create Validations.delete',
  'Validations.update Validator.create Validator.delete Validator.update WebhookDraft.convert',
  'WebhookDraft.default WebhookDraft.validate WorkQueue.add WorkerPool.run Works.onError channel condition',
  'conditions.get conditions.isFalse conditions.isTrue conditions.remove conditions.set fromIterable',
  'ignoreAlreadyExists ignoreNotFound informerSource lossless mergeFrom metadataOnly mutable predicates.and',
  'predicates.not predicates.object predicates.or webhook',
].flatMap((line) => line.split(' '));

const modules = [
  'runtime',
  ...['cache', 'client', 'errors', 'object', 'observe', 'queue', 'sources', 'webhook'].map((name) => `runtime/${name}`),
];

test('every call about a kind has a rule, or is known to be harmless', () => {
  const root = path.resolve('/rules');
  const entry = path.join(root, 'main.ts');
  const text = modules.map((name, index) => `export * as module${index} from 'kbts/${name}';\n`).join('');
  const project = openProject(root, viewFiles({ texts: new Map([[entry, text]]) }), entry);
  const {
    ts,
    types,
    modules: [main],
  } = project;
  const names = new Set<string>();
  const moduleOf = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? types.getAliasedSymbol(symbol) : symbol;
  const seen = new Set<ts.Symbol>();
  const visitSymbol = (symbol: ts.Symbol): void => {
    const target = moduleOf(symbol);
    if (seen.has(target)) return;
    seen.add(target);
    for (const declaration of target.declarations ?? []) visit(declaration);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isSourceFile(node)) return;
    if (ts.isFunctionLike(node) && !ts.isConstructorDeclaration(node)) {
      const about = node.parameters.some((parameter) => {
        const { open, names: kinds } = kindsOfType(project, types.getTypeAtLocation(parameter), parameter);
        return open.length > 0 || kinds.length > 0;
      });
      const name = declarationName(project, node);
      if (about && name !== undefined) names.add(name);
    }
    if (ts.isBlock(node)) return;
    ts.forEachChild(node, visit);
  };
  if (main === undefined) throw new Error('no module');
  const mainSymbol = types.getSymbolAtLocation(main);
  for (const exported of types.getExportsOfModule(mainSymbol as ts.Symbol))
    for (const symbol of types.getExportsOfModule(moduleOf(exported))) visitSymbol(symbol);

  const known = new Set([...Object.keys(CALL_RULES), ...Object.keys(FIXED_RIGHTS), ...RAW_ACCESS]);
  const open = [...names].filter((name) => !known.has(name) && !name.includes('.#'));
  expect(open.sort()).toEqual([...HARMLESS].sort());
  expect(names.size).toBeGreaterThan(60);
});
