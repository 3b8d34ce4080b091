import { expect, test, vi } from 'vitest';
import type { Clock } from '../../../../src/runtime/clock.js';
import { InformerRegistry } from '../../../../src/runtime/cache/informers/informer-registry.js';
import { resolveSpec } from '../../../../src/runtime/cache/informers/informer-spec.js';
import { SharedInformer } from '../../../../src/runtime/cache/informers/shared-informer.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { metadataOnly } from '../../../../src/runtime/object/kind.js';
import { ManualClock } from '../../manual-clock.js';
import { FakeResource } from '../fake-resource.js';
import { Thing } from '../thing.js';

const clock = new ManualClock();
const spec = resolveSpec(Thing);
const make = () =>
  new SharedInformer({ kind: Thing, spec, source: () => new FakeResource(), log: silentLogger, clock });

test('makes an informer once per kind, projection and spec', () => {
  const registry = new InformerRegistry({ clock });
  const first = registry.findOrMake(Thing, { spec, isDefault: true }, make);

  expect(registry.findOrMake(Thing as never, { spec, isDefault: false }, make)).toBe(first);
  expect(registry.findOrMake(metadataOnly(Thing) as never, { spec, isDefault: false }, make)).not.toBe(first);
  expect(registry.forRead(Thing)).toBe(first);
  expect(registry.forRead(metadataOnly(Thing))).toBe(first);
});

test('§3.6.10 plain reads do not use an informer with a spec of its own', () => {
  const registry = new InformerRegistry({ clock });
  registry.findOrMake(Thing, { spec, isDefault: false }, make);

  expect(registry.forRead(Thing)).toBeUndefined();
});

test('an informer that reads have used outlives its holders', async () => {
  const registry = new InformerRegistry({ clock });
  const informer = registry.findOrMake(Thing, { spec, isDefault: true }, make);
  const stop = vi.spyOn(informer, 'stop');
  const release = registry.hold(informer);
  registry.touch(informer);

  await release();

  expect(stop).not.toHaveBeenCalled();
  await registry.stopAll();
  expect(stop).toHaveBeenCalledOnce();
  expect(registry.forRead(Thing)).toBeUndefined();
});

test('§3.10.2 any number of reads sets one timer', () => {
  let timers = 0;
  const counting: Clock = {
    now: () => clock.now(),
    after(delayMs, callback) {
      timers++;
      return clock.after(delayMs, callback);
    },
  };
  const registry = new InformerRegistry({ clock: counting, idleMs: 1000 });
  const informer = registry.findOrMake(Thing, { spec, isDefault: true }, make);

  for (let read = 0; read < 100; read++) registry.touch(informer);

  expect(timers).toBe(1);
});
