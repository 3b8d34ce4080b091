import { describe, expect, test } from 'vitest';
import { eventOf, keyOf, reporterOf } from '../../../src/runtime/recorder/event.js';

const now = new Date('2026-11-16T09:00:00.123Z');
const reporter = reporterOf('guestbook', 'host-1');
const object = {
  apiVersion: 'webapp.my.domain/v1',
  kind: 'Guestbook',
  metadata: { name: 'team', namespace: 'default', uid: '1', resourceVersion: '7' },
};
const make = (input: object = {}, about: typeof object = object) =>
  eventOf(about, { reason: 'Scaled', note: 'to 3', ...input }, { reporter, now });

describe('events', () => {
  test('§10.1.1 carry what the API server asks for', () => {
    expect(make({ action: 'Scale', annotations: { a: 'b' } })).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { namespace: 'default', annotations: { a: 'b' } },
      eventTime: '2026-11-16T09:00:00.123000Z',
      reportingController: 'guestbook',
      reportingInstance: 'guestbook-host-1',
      action: 'Scale',
      reason: 'Scaled',
      note: 'to 3',
      type: 'Normal',
      regarding: { kind: 'Guestbook', name: 'team', namespace: 'default', uid: '1', resourceVersion: '7' },
    });
  });

  test('§10.1.1 about cluster-scoped objects are in the namespace default', () => {
    const cluster = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: '2' } };

    expect(eventOf(cluster, { reason: 'R', note: 'n' }, { reporter, now }).metadata.namespace).toBe('default');
  });

  test('have different names, which are valid also when the object’s is not', () => {
    expect(make().metadata.name).toMatch(/^team\.[0-9a-f]{16}$/);
    expect(make().metadata.name).not.toBe(make().metadata.name);
    const odd = { ...object, metadata: { ...object.metadata, name: 'system:node' } };
    expect(make({}, odd).metadata.name).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('§10.1.2 are cut to the limits in bytes, between characters', () => {
    const { reason, note } = make({ reason: 'r'.repeat(200), note: 'ä'.repeat(600) });

    expect(Buffer.byteLength(reason)).toBe(128);
    expect(Buffer.byteLength(note ?? '')).toBeLessThanOrEqual(1024);
    expect(note).toMatch(/^ä+\.\.\.$/);
  });

  test('§10.1.4 are equal whatever the version of the object, and different for another note', () => {
    const changed = { ...object, metadata: { ...object.metadata, resourceVersion: '8' } };

    expect(keyOf(make({}, changed))).toBe(keyOf(make()));
    expect(keyOf(make({ note: 'to 4' }))).not.toBe(keyOf(make()));
    expect(keyOf(make({ type: 'Warning' }))).not.toBe(keyOf(make()));
    expect(keyOf(make({ related: object }))).not.toBe(keyOf(make()));
  });

  test('§17.4.4 a reporter’s name must be acceptable, and its host is shortened', () => {
    expect(() => reporterOf('my controller', 'h')).toThrow('cannot report events');
    expect(() => reporterOf('', 'h')).toThrow('cannot report events');
    expect(reporterOf('c', 'h'.repeat(200)).instance).toHaveLength(128);
  });
});
