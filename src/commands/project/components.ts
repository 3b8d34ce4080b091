/** Features of a project: kustomize components that can be switched on and off. */
import { UserError } from '../../errors.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { addToYamlList, removeFromYamlList, yamlListItems } from '../../scaffold/yaml-list.js';
import { type Component, type ComponentFacts, componentNames, components } from '../../project/component-facts.js';
import { layout } from '../../project/layout.js';

const file = layout.overlayList;

/** The components that are switched on. */
export async function enabledComponents(tree: WorkingTree): Promise<Component[]> {
  return componentsIn(await tree.read(file));
}

/** Checks a name that a user gave. */
export function parseComponent(name: string): Component {
  const known = componentNames.find((one) => one === name);
  if (known !== undefined) return known;
  throw new UserError('flag-invalid', `there is no component "${name}"`, {
    fix: `use one of: ${componentNames.join(', ')}`,
  });
}

/** Switches a component on; those it needs must be on. */
export async function enableComponent(tree: WorkingTree, component: Component): Promise<void> {
  const enabled = await enabledComponents(tree);
  if (enabled.includes(component)) return;
  const facts: ComponentFacts = components[component];
  if (!(await tree.exists(`${layout.components}/${component}/kustomization.yaml`))) {
    throw new UserError('not-found', `${layout.components}/${component} does not exist`, {
      fix:
        facts.needsWebhooks === true || component === 'cert-manager'
          ? 'create a webhook first: kbts create webhook'
          : 'restore it from version control',
    });
  }
  if (facts.needs !== undefined && !enabled.some((one) => one === facts.needs)) {
    throw new UserError('flag-conflict', `component ${component} needs component ${facts.needs}, which is off`, {
      fix: `pass --enable ${facts.needs},${component}`,
    });
  }
  const later = enabled.filter((one) => componentNames.indexOf(one) > componentNames.indexOf(component));
  await tree.edit(file, (text) => {
    let changed = text;
    for (const one of later) changed = removeFromYamlList(changed, 'components', itemOf(one), file);
    for (const one of [component, ...later]) changed = addToYamlList(changed, 'components', itemOf(one), file);
    return facts.replacements === undefined
      ? changed
      : addToYamlList(changed, 'replacements', { path: facts.replacements }, file);
  });
}

/** Switches a component off; nothing that is on may need it. */
export async function disableComponent(tree: WorkingTree, component: Component): Promise<void> {
  const enabled = await enabledComponents(tree);
  if (!enabled.includes(component)) return;
  const dependent = enabled.find((one) => (components[one] as ComponentFacts).needs === component);
  if (dependent !== undefined) {
    throw new UserError('flag-conflict', `component ${dependent} needs component ${component}`, {
      fix: `pass --disable ${dependent},${component}`,
    });
  }
  const facts: ComponentFacts = components[component];
  await tree.edit(file, (text) => {
    const changed = removeFromYamlList(text, 'components', itemOf(component), file);
    return facts.replacements === undefined
      ? changed
      : removeFromYamlList(changed, 'replacements', { path: facts.replacements }, file);
  });
}

/** The kustomization with these components and no others, in the order in which kustomize must apply them. */
export function withComponents(kustomization: string, wanted: readonly Component[]): string {
  let text = kustomization;
  const on = yamlListItems(text, 'components', file);
  for (const name of componentNames) {
    const { replacements }: ComponentFacts = components[name];
    if (on.includes(itemOf(name))) {
      text = removeFromYamlList(text, 'components', itemOf(name), file);
      if (replacements !== undefined) text = removeFromYamlList(text, 'replacements', { path: replacements }, file);
    }
    if (!wanted.includes(name)) continue;
    text = addToYamlList(text, 'components', itemOf(name), file);
    if (replacements !== undefined) text = addToYamlList(text, 'replacements', { path: replacements }, file);
  }
  return text;
}

/** The components that a kustomization has switched on. */
export function componentsIn(kustomization: string): Component[] {
  const items = yamlListItems(kustomization, 'components', file);
  return componentNames.filter((name) => items.includes(itemOf(name)));
}

function itemOf(component: string): string {
  return `../components/${component}`;
}
