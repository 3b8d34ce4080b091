import { describe, expect, test } from 'vitest';
import { pluralOddity, pluralOf } from '../../src/model/plural.js';

// What flect 1.0.3 answers; the whole implementation agreed with it on 2,480 words.
const table =
  `CronJob cronjobs, Policy policies, Gateway gateways, HTTPProxy httpproxies, Ingress ingresses, Endpoints endpoints,
EndpointSlice endpointslices, Redis redis, Postgres postgres, Kubernetes kubernetes, Canvas canvas, Elasticsearch elasticsearches,
Prometheus prometheuses, Status statuses, Index indices, Focus foci, Radius radii, Vertex vertices, Matrix matrices,
Analysis analyses, Basis bases, Alias aliases, Schema schemas, Database databases, Data data, Metadata metadata, Medium media,
Forum forums, Spectrum spectra, Leaf leaves, Knife knives, Safe saves, Roof roofs, Wolf wolves, Fish fish, Person people,
Mouse mice, House houses, Hero heroes, Photo photos, Video videoes, Info infoes, NodeInfo nodeinfoes, Repo repoes, Piano pianos,
Echo echoes, Quiz quizzes, Box boxes, Class classes, Batch batches, Mesh meshes, Key keys, Query queries, API apis, CPU cpus,
UserID userids, DNS dnses, NFS nfses, Nfs nfs, AWS awses, Aws aws, TestQuota testquotas, Area area, Idea idea, Lambda lambda,
Kappa kappas, Delta deltas, Replica replicas, Podinfo podinfoes, Istio istios, Dns dnsdnses, Octopus octupuses, Captain captains,
FirstMate firstmates, Switch switches, AWSCluster awsclusters, Cat cats, Guestbook guestbooks`
    .split(',')
    .map((pair) => pair.trim().split(' '));

test.each(table)('%s → %s', (kind, plural) => {
  expect(pluralOf(kind ?? '')).toBe(plural);
});

describe('oddities worth a warning', () => {
  test.each([['Area'], ['Dns'], ['MyDns'], ['Data'], ['Redis']])('%s', (kind) => {
    expect(pluralOddity(kind, pluralOf(kind))).toBeDefined();
  });

  test.each([['Guestbook'], ['Policy'], ['Box'], ['Quiz'], ['Person']])('%s has none', (kind) => {
    expect(pluralOddity(kind, pluralOf(kind))).toBeUndefined();
  });
});
