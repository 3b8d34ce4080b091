/** Markers of operator-sdk, about what consoles show. */
import type { ArgumentDefinition, MarkerDefinition } from '../definition.js';

const optional = (argument: ArgumentDefinition): ArgumentDefinition => ({ ...argument, isOptional: true });

/** They stand on kinds and on fields, with other arguments each; the reader checks that. */
export const CONSOLE_MARKERS: readonly MarkerDefinition[] = [
  {
    name: 'operator-sdk:csv:customresourcedefinitions',
    targets: ['type', 'field'],
    form: {
      kind: 'named',
      arguments: [
        optional({ name: 'displayName', type: 'string', doc: 'What consoles call the kind or field.' }),
        optional({ name: 'order', type: 'int', doc: 'Lower numbers come first; those without come last.' }),
        optional({
          name: 'resources',
          type: { slice: { slice: 'string' } },
          doc: 'On a kind: what belongs to an object, as `{{Deployment,v1,name},{Service,v1}}`.',
        }),
        optional({ name: 'type', type: 'string', doc: 'On a field: `spec` or `status`.' }),
        optional({ name: 'xDescriptors', type: { slice: 'string' }, doc: 'On a field: how consoles show it.' }),
      ],
    },
    chapter: 'kind',
    example:
      '+operator-sdk:csv:customresourcedefinitions:displayName="Guest Book",resources={{Deployment,v1,guestbook}}',
    doc: 'What consoles of OLM show of a kind or field; `kbts bundle generate` writes it into the bundle. Without it, kinds and the fields of spec and status are described by their names and comments.',
  },
];
