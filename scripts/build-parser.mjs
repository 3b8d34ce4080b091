// TypeScript's scanner and parser alone, cut out of the compiler that ts-morph carries: reading plain types needs no more,
// and the whole takes four times as long to load; and these with the binder and the checker, for the types that need them.
// What is cut out is the compiler's own code, statement by statement: those that the names below lead to.
import { createRequire } from 'node:module';

/** What the reader uses of the compiler besides tests of nodes (`isInterfaceDeclaration` and the like). */
const USED = [
  'createSourceFile createScanner forEachChild setTextRange factory unescapeLeadingUnderscores',
  'getModifiers canHaveModifiers getDecorators canHaveDecorators getCombinedModifierFlags getCombinedNodeFlags',
  'SyntaxKind ScriptTarget LanguageVariant JSDocParsingMode NodeFlags ModifierFlags TypeFlags SymbolFlags',
  'version',
].flatMap((line) => line.split(' '));

/** What it uses besides where a type needs the checker. */
const USED_BY_CHECKER = [
  'createTypeChecker bindSourceFile isExternalModule',
  'ModuleKind ModuleResolutionKind ObjectFlags ElementFlags TypeFormatFlags',
].flatMap((line) => line.split(' '));

/** Syntax trees have the methods that those of the whole compiler have; symbols and types need a checker. */
const ALLOCATOR = `
setObjectAllocator({
  getNodeConstructor: () => NodeObject,
  getTokenConstructor: () => TokenObject,
  getIdentifierConstructor: () => IdentifierObject,
  getPrivateIdentifierConstructor: () => PrivateIdentifierObject,
  getSourceFileConstructor: () => SourceFileObject,
  getSymbolConstructor: () => SymbolObject,
  getTypeConstructor: () => TypeObject,
  getSignatureConstructor: () => SignatureObject,
  getSourceMapSourceConstructor: () => SourceMapSourceObject,
});
`;
const TREES =
  'setObjectAllocator NodeObject TokenObject IdentifierObject PrivateIdentifierObject SourceFileObject'.split(' ');
const TYPES = 'SymbolObject TypeObject SignatureObject SourceMapSourceObject'.split(' ');

/** Methods of symbols and signatures that are for editors lead to nearly everything; the reader calls none of them. */
const FOR_EDITORS = 'getDocumentationComment getJsDocTagsOfDeclarations'.split(' ');

/** The text of a module with the parser, out of the text of typescript.js. */
export function cutParser(text) {
  return cut(text, { used: USED, allocated: TREES, absent: TYPES });
}

/** The text of a module with the parser, the binder and the checker. */
export function cutChecker(text) {
  return cut(text, { used: [...USED, ...USED_BY_CHECKER], allocated: [...TREES, ...TYPES], absent: FOR_EDITORS });
}

function cut(text, { used, allocated, absent }) {
  const ts = createRequire(createRequire(import.meta.url).resolve('ts-morph'))('@ts-morph/common').ts;
  const begin = 'module.exports = __toCommonJS(typescript_exports);';
  const helpers = text.slice(text.indexOf('"use strict";'), text.indexOf('var typescript_exports = {};'));
  const start = text.indexOf(begin) + begin.length;
  const end = text.lastIndexOf('// Annotate the CommonJS export names');
  if (helpers === '' || start < begin.length || end < start) throw new Error('typescript.js looks different now');
  // Nobody asks these parts how long they took, and ten modules of Node would have to be compiled first.
  const body = text.slice(start, end).replace('require("perf_hooks")', '({ performance: {} })');
  const statements = ts.createSourceFile('typescript.js', body, ts.ScriptTarget.Latest, true).statements;
  const byName = new Map();
  for (const statement of statements)
    for (const name of ownNames(ts, statement)) byName.set(name, [...(byName.get(name) ?? []), statement]);
  const tests = [...byName.keys()].filter(
    (name) => /^is[A-Z]/.test(name) && /^\s*function \w+\(node(?:, parent2?)?\) \{/.test(byName.get(name)[0].getText()),
  );
  const wanted = [...new Set([...used, ...tests.filter((name) => isSmall(byName.get(name)[0]))])];
  const unknown = [...used, ...allocated, ...absent].filter((name) => !byName.has(name));
  if (unknown.length > 0) throw new Error(`typescript.js has no ${unknown.join(', ')} now`);
  for (const name of absent) byName.delete(name);
  const kept = reach(ts, byName, [...wanted, ...allocated]);
  const left = statements.filter((statement) => kept.has(statement));
  const textOf = (statement) => body.slice(statement.pos, statement.end);
  const isTable = (statement) => ownNames(ts, statement)[0] === 'Diagnostics';
  const code = left.filter((statement) => !isTable(statement)).map(textOf);
  const texts = left.map((statement) =>
    isTable(statement) ? usedMessages(statement, code.join('')) : textOf(statement),
  );
  // Plain properties: esbuild would export by getters, which the reader would call for every test of a node.
  const stubs = absent.map(
    (name) => `function ${name}() { throw new Error('${name} is not in this part of the compiler'); }`,
  );
  return `${helpers}\n${stubs.join('\n')}\n${texts.join('')}\n${ALLOCATOR}\nmodule.exports = { ${wanted.join(', ')} };\n`;
}

/** Tests of nodes are a line or two; longer functions of such a name belong to the checker. */
function isSmall(statement) {
  return statement.end - statement.pos < 400;
}

/** The compiler's messages are a third of all this; a parser has few of them. */
function usedMessages(table, rest) {
  if (/\bDiagnostics(?:\[|\)|,)/.test(rest)) throw new Error('typescript.js uses its table of messages as a whole now');
  const used = new Set([...rest.matchAll(/\bDiagnostics\.(\w+)/g)].map(([, name]) => name));
  const { properties } = table.declarationList.declarations[0].initializer;
  const lines = properties.filter(({ name }) => used.has(name.text)).map((property) => property.getText());
  return `var Diagnostics = {\n${lines.join(',\n')}\n};\n`;
}

/** The names that a statement declares or fills in; those without one only register parts of the language service. */
function ownNames(ts, statement) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.text);
  if (!ts.isExpressionStatement(statement)) return [];
  const { expression } = statement;
  if (ts.isBinaryExpression(expression) && ts.isPropertyAccessExpression(expression.left))
    return ts.isIdentifier(expression.left.expression) ? [expression.left.expression.text] : [];
  if (!ts.isCallExpression(expression)) return [];
  const [first] = expression.arguments;
  if (expression.expression.getText() === '__export') return [first.text];
  // (Name2 => { … })(Name || (Name = {}));
  return first !== undefined && ts.isBinaryExpression(first) && ts.isIdentifier(first.left) ? [first.left.text] : [];
}

/** The statements that names lead to, directly or through others. */
function reach(ts, byName, names) {
  const kept = new Set();
  const queue = [...names];
  while (queue.length > 0) {
    for (const statement of byName.get(queue.pop()) ?? []) {
      if (kept.has(statement)) continue;
      kept.add(statement);
      const visit = (node) => {
        if (ts.isIdentifier(node) && !isPropertyName(ts, node, node.parent) && byName.has(node.text))
          queue.push(node.text);
        ts.forEachChild(node, visit);
      };
      visit(statement);
    }
  }
  return kept;
}

function isPropertyName(ts, node, parent) {
  const isNamed =
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyDeclaration(parent);
  return isNamed && parent.name === node;
}
