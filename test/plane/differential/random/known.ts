/** Classes of differences that stay: the book lists them under "What the embedded plane is not". */

/** The classes, by what a divergence is called. */
const KNOWN: readonly RegExp[] = [
  // kube-apiserver panics, for example on a headless Service with an empty port.
  / 0\/\d+ \.code/,
  // Fields that the server sets, moves or leaves out by itself count as owned by the one or the other.
  /^(after )?\S+( all)? built-in \w+ 20[01]\/20[01] .*managedFields/,
  /^(after )?(scale|update|apply|merge|json|status) Widget 20[01]\/20[01] .*managedFields/,
  // An annotation of the server itself.
  /DaemonSet 200\/200 .*metadata\.annotations/,
  // Labels of an EndpointSlice count for its generation.
  /EndpointSlice 200\/200 .body.metadata.generation/,
  // Cluster addresses and node ports are checked before names and after other findings.
  /built-in Service (422|409|404|201|200)\/(422|409|404|201|200) \.(code|causes\[\])/,
  // A service that changes its type keeps, or loses, other fields.
  /built-in Service 200\/200 \.body\.(spec|status)/,
  // Warnings about pods and their templates, and large pages of memory for whole pods.
  /built-in (Pod|Deployment|StatefulSet|DaemonSet|Job|CronJob) \S+ \.warnings/,
  /built-in Pod 20[01]\/20[01] \.body\.(items\[\]\.)?spec\.resources/,
  // Both refuse; a wrong uid or an empty map hides, or adds, a finding.
  /422\/422 \.causes\[\]/,
  /400\/422 \.code|422\/400 \.code|409\/422 \.code|409\/(400|500) \.code|500\/(409|422) \.code/,
  // A resourceVersion that is no number, patches with directives in lists that do not have them.
  /(strategic|apply) built-in \w+ 500\/20[01] \.code/,
  // An empty map in place of none in an immutable object.
  /built-in (ConfigMap|Secret) 422\/200 \.code/,
  // Fields of statuses that Go always writes.
  /^status built-in \w+ 200\/200 \.body\.status/,
  // An object whose last field an apply takes back stays as an empty one.
  /^apply .* 200\/200 \.body\.spec\.[\w.]+$/,
  // Repeated finalizers in a strategic patch come in another order.
  /^strategic .* 200\/200 \.body\.metadata\.finalizers/,
  // The labels of a dry run show what Go shares between a Job and its template.
  /^create built-in Job 201\/201 \.body\.metadata\.labels$/,
  // A strategic patch of a selector replaces, here or there, its empty parts.
  /^strategic built-in PodDisruptionBudget 200\/200/,
  // Kinds without columns of their own show null in place of no rows.
  /^table built-in \w+ 200\/200 \.body\.rows$/,
  // The API group of the source of a volume.
  /built-in PersistentVolumeClaim 422\/200 \.code/,
  // Deleted lists show their type in each item.
  /^delete built-in \w+ 200\/200 \.body\.apiVersion/,
  // A deletion by resourceVersion that also takes finalizers away writes twice: the second write finds another version.
  /^delete .* 409\/200 \.code/,
  // An update that creates, with a uid.
  /^update built-in \w+ 409\/201 \.code/,
  // Few rules about statuses of built-in kinds are here: their writers are controllers of Kubernetes.
  /^status built-in \w+ 422\/200 \.code/,
  // Rules of a Role that are equal, but whose owners differ as above.
  /^(apply|status) built-in Role 200\/409 \.code/,
  // The last state in the answer to a dry run.
  /^delete built-in \w+ 200\/200 \.body\.metadata/,
  // The API group of the resource behind an Ingress.
  /^\S+ built-in Ingress 20[01]\/20[01] \.body\.spec\.\S+\.apiGroup/,
];

/** Whether a class is one of those. */
export const isKnown = (name: string): boolean => KNOWN.some((pattern) => pattern.test(name));
