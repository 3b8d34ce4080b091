/** Whether the world is as the Widgets want it. */
import type { Client } from '../../src/runtime/client/client.js';
import { childNames, ConfigMap, ownerLabel, Widget } from './widget.js';
import { namespace } from './load.js';

/** What differs from the desired state, as sentences; nothing when all is well. */
export async function differences(client: Client): Promise<string[]> {
  const [widgets, children] = await Promise.all([
    client.list(Widget, { namespace, source: 'live' }),
    client.list(ConfigMap, { namespace, labels: ownerLabel, source: 'live' }),
  ]);
  const left = new Map(children.items.map((child) => [child.metadata.name ?? '', child.data?.['value']]));
  const found: string[] = [];
  for (const widget of widgets.items) {
    const { name = '', deletionTimestamp } = widget.metadata;
    if (deletionTimestamp !== undefined) {
      found.push(`widget ${name} is still being deleted`);
      continue;
    }
    if (widget.status?.value !== widget.spec.value) found.push(`status of widget ${name} is behind`);
    for (const child of childNames(widget)) {
      const value = left.get(child);
      if (value === undefined) found.push(`child ${child} is missing`);
      else if (value !== widget.spec.value) found.push(`child ${child} has ${value}, not ${widget.spec.value}`);
      left.delete(child);
    }
  }
  return [...found, ...[...left.keys()].map((child) => `child ${child} is left over`)];
}
