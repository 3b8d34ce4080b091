/** JSDoc tags with a meaning of their own, which say nothing about the values of a field. */

const JSDOC = `abstract access alias arg argument async augments author borrows callback category class classdesc const constant
  constructor constructs copyright desc description emits event exception exports extends external file fileoverview fires func
  function generator global hideconstructor host implements import inheritdoc inner instance interface kind lends license
  listens member memberof method mixes mixin module name namespace overload override overview package param private prop
  property protected public readonly requires return returns satisfies see since static summary template this throws todo
  tutorial type typedef var variation version virtual yield yields`;
const TSDOC = `alpha beta decorator eventProperty experimental inheritDoc label link packageDocumentation privateRemarks remarks
  sealed typeParam`;
const TYPEDOC = `categoryDescription document expand expandType group groupDescription hideCategories hideGroups include
  includeCode inline inlineType mergeModuleWith preventExpand preventInline primaryExport reexport showCategories showGroups
  sortStrategy useDeclaredType`;

const STANDARD: ReadonlySet<string> = new Set(`${JSDOC} ${TSDOC} ${TYPEDOC}`.split(/\s+/));

/** Whether a tag is one of JSDoc, TSDoc or TypeDoc. */
export function isStandardTag(name: string): boolean {
  return STANDARD.has(name);
}
