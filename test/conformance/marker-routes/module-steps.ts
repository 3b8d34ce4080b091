/** Steps through other files: imports, exports, namespaces and barrels. */
import type { Step } from './writer.js';

export const MODULE_STEPS: readonly Step[] = [
  {
    name: 'renamed import',
    isElsewhere: true,
    run: (writer, type) => {
      const [exported, local] = [writer.fresh('E'), writer.fresh('L')];
      const module = writer.module(`export type ${exported} = ${type};`);
      writer.imports.push(`import type { ${exported} as ${local} } from '${module}';`);
      return local;
    },
  },
  {
    name: 'imported constant',
    isElsewhere: true,
    run: (writer, type) => {
      const name = writer.fresh('e');
      const module = writer.module(`export const ${name} = null! as ${type};`);
      writer.imports.push(`import { ${name} } from '${module}';`);
      return `typeof ${name}`;
    },
  },
  {
    name: 'default export',
    isElsewhere: true,
    run: (writer, type) => {
      const local = writer.fresh('e');
      const text = writer.chance(50)
        ? `const it: ${type} = null!;\nexport default it;`
        : `export default null! as ${type};`;
      writer.imports.push(`import ${local} from '${writer.module(text)}';`);
      return `typeof ${local}`;
    },
  },
  {
    name: 'default export of an object',
    isElsewhere: true,
    run: (writer, type) => {
      const local = writer.fresh('e');
      writer.imports.push(`import ${local} from '${writer.module(`export default { p: null! as ${type} };`)}';`);
      return `(typeof ${local})['p']`;
    },
  },
  {
    name: 'namespace import',
    isElsewhere: true,
    run: (writer, type) => {
      const local = writer.fresh('ns');
      const text = `export const e: ${type} = null!;\nexport const o = { p: null! as ${type} };\nexport type T = ${type};`;
      writer.imports.push(`import * as ${local} from '${writer.module(text)}';`);
      if (writer.chance(33)) return `${local}.T`;
      return writer.chance(50) ? `typeof ${local}.e` : `typeof ${local}.o.p`;
    },
  },
  {
    name: 'barrel',
    isElsewhere: true,
    run: (writer, type) => {
      const name = writer.fresh('e');
      const inner = writer.module(`export const ${name} = null! as ${type};`);
      const outer = writer.module(
        writer.chance(50) ? `export * from '${inner}';` : `export { ${name} } from '${inner}';`,
      );
      writer.imports.push(`import { ${name} } from '${outer}';`);
      return `typeof ${name}`;
    },
  },
  {
    name: 'renaming barrel',
    isElsewhere: true,
    run: (writer, type) => {
      const [name, other] = [writer.fresh('e'), writer.fresh('e')];
      const inner = writer.module(`export const ${name}: ${type} = null!;`);
      const outer = writer.module(`export { ${name} as ${other} } from '${inner}';`);
      writer.imports.push(`import { ${other} } from '${outer}';`);
      return `typeof ${other}`;
    },
  },
  {
    name: 'namespace of a barrel',
    isElsewhere: true,
    run: (writer, type) => {
      const [name, space] = [writer.fresh('e'), writer.fresh('ns')];
      const inner = writer.module(`export const ${name}: ${type} = null!;`);
      const outer = writer.module(`export * as ${space} from '${inner}';`);
      writer.imports.push(`import { ${space} } from '${outer}';`);
      return `typeof ${space}.${name}`;
    },
  },
];
