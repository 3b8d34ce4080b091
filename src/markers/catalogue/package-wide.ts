/** RBAC and webhook markers; they may be in any comment of a file. */
import type { ArgumentDefinition, ArgumentType, MarkerDefinition } from '../definition.js';

const argument = (name: string, type: ArgumentType, doc: string): ArgumentDefinition => ({ name, type, doc });
const optional = (name: string, type: ArgumentType, doc: string): ArgumentDefinition => ({
  name,
  type,
  doc,
  isOptional: true,
});
const TEXTS: ArgumentType = { slice: 'string' };

/** `+kubebuilder:rbac`. */
export const RBAC_MARKERS: readonly MarkerDefinition[] = [
  {
    name: 'kubebuilder:rbac',
    targets: ['package'],
    form: {
      kind: 'named',
      arguments: [
        optional('groups', TEXTS, 'API groups; `core` or `""` is the core group.'),
        optional('resources', TEXTS, 'Plural names, also `pods/log` and `*`.'),
        optional('resourceNames', TEXTS, 'Only objects with these names.'),
        argument('verbs', TEXTS, 'What is allowed: get;list;watch;create;update;patch;delete …'),
        optional('urls', TEXTS, 'URLs that are not resources.'),
        optional('namespace', 'string', 'Makes a Role in that namespace instead of a ClusterRole.'),
        optional('roleName', 'string', "A role of its own instead of the manager's."),
      ],
    },
    chapter: 'rbac',
    example: '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch',
    doc: 'What the manager may do. All rules together become `config/rbac/role.yaml`.',
  },
];

/** `+kubebuilder:webhook` and `+kubebuilder:webhookconfiguration`. */
export const WEBHOOK_MARKERS: readonly MarkerDefinition[] = [
  {
    name: 'kubebuilder:webhook',
    targets: ['package'],
    form: {
      kind: 'named',
      arguments: [
        argument('mutating', 'bool', 'Whether the webhook changes objects.'),
        argument('failurePolicy', 'string', 'What happens when it does not answer: `fail` or `ignore`.'),
        optional('matchPolicy', 'string', '`Exact` or `Equivalent`.'),
        optional('sideEffects', 'string', '`None` or `NoneOnDryRun`. Needed.'),
        optional('timeoutSeconds', 'int', '1 to 30.'),
        argument('groups', TEXTS, 'API groups.'),
        argument('resources', TEXTS, 'Plural names.'),
        argument('verbs', TEXTS, 'create, update, delete, connect or `*`.'),
        argument('versions', TEXTS, 'API versions.'),
        argument('name', 'string', 'Name of the webhook, with at least three segments.'),
        optional('path', 'string', "Path on the manager's webhook server."),
        optional('url', 'string', 'A URL, instead of `path`.'),
        optional('serviceName', 'string', '`webhook-service` by default.'),
        optional('serviceNamespace', 'string', '`system` by default.'),
        optional('servicePort', 'int', 'Port of the service.'),
        optional('webhookVersions', TEXTS, '`v1`.'),
        argument('admissionReviewVersions', TEXTS, 'Versions of AdmissionReview, such as `v1`.'),
        optional('reinvocationPolicy', 'string', '`Never` or `IfNeeded`; mutating webhooks only.'),
        optional(
          'patch',
          'string',
          'A JSON object merged into the webhook (strategic merge): selectors, match conditions …',
        ),
      ],
    },
    chapter: 'webhook',
    example:
      '+kubebuilder:webhook:path=/mutate-webapp-v1-guestbook,mutating=true,failurePolicy=fail,sideEffects=None,groups=webapp.example.com,resources=guestbooks,verbs=create;update,versions=v1,name=mguestbook-v1.kb.io,admissionReviewVersions=v1',
    doc: 'An admission webhook. All together become `config/webhook/manifests.yaml`.',
  },
  {
    name: 'kubebuilder:webhookconfiguration',
    targets: ['package'],
    form: {
      kind: 'named',
      arguments: [
        argument('mutating', 'bool', 'Which configuration is meant.'),
        optional('name', 'string', 'Its name.'),
      ],
    },
    chapter: 'webhook',
    example: '+kubebuilder:webhookconfiguration:mutating=true,name=my-mutating-webhooks',
    doc: 'Names the webhook configuration object.',
  },
];
