/** LimitRanges. */
import { qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { canOvercommit, compareAmounts, containerResourceName, quantityOf, resourceName } from '../resource-names.js';

const MAPS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'];

/** Checks of LimitRange. */
export const limitRange: KindChecks = {
  spec: (object) => {
    const types = new Set<string>();
    for (const item of object.at('spec').at('limits').items) {
      const type = item.at('type');
      limitType(type);
      if (types.has(type.text)) type.duplicate(type.text);
      types.add(type.text);
      oneLimit(item, type.text);
    }
  },
};

function limitType(type: Field): void {
  const problems = qualifiedNameProblems(type.text);
  type.matches(() => problems);
  if (problems.length > 0 || type.text.includes('/')) return;
  if (!['Pod', 'Container', 'PersistentVolumeClaim'].includes(type.text)) {
    type.invalid('must be a standard limit type or fully qualified', type.text);
  }
}

function oneLimit(item: Field, type: string): void {
  const isPod = type === 'Pod';
  const names = new Set<string>();
  for (const map of MAPS) {
    if (isPod && map.startsWith('default')) {
      if (item.at(map).size > 0) item.at(map).forbidden("may not be specified when `type` is 'Pod'");
      continue;
    }
    for (const name of item.at(map).keys) {
      if (isPod || type === 'Container') containerResourceName(item.at(map).key(name), name);
      else resourceName(item.at(map).key(name), name);
      names.add(name);
    }
  }
  const isClaim = type === 'PersistentVolumeClaim';
  if (isClaim && !item.at('min').key('storage').isSet && !item.at('max').key('storage').isSet) {
    const why = 'either minimum or maximum storage value is required, but neither was provided';
    item.at('limits').required(why);
  }
  for (const name of [...names].sort()) amounts(item, name, isPod);
}

function amounts(item: Field, name: string, isPod: boolean): void {
  const [min, max, ratio] = ['min', 'max', 'maxLimitRequestRatio'].map((map) => item.at(map).key(name)) as [
    Field,
    Field,
    Field,
  ];
  const [limit, request] = ['default', 'defaultRequest'].map((map) =>
    isPod ? item.with(undefined).at(map) : item.at(map).key(name),
  ) as [Field, Field];
  const above = (left: Field, right: Field, at: Field, words: readonly [string, string]): void => {
    if (!left.isSet || !right.isSet || compareAmounts(left, right) <= 0) return;
    at.invalid(`${words[0]} value ${String(left.value)} is greater than ${words[1]} value ${String(right.value)}`);
  };
  above(min, max, min, ['min', 'max']);
  above(min, request, request, ['min', 'default request']);
  above(request, max, request, ['default request', 'max']);
  above(request, limit, request, ['default request', 'default limit']);
  above(min, limit, limit, ['min', 'default']);
  above(limit, max, limit, ['default', 'max']);
  ratioFits(ratio, min, max);
  if (!canOvercommit(name) && limit.isSet && request.isSet && compareAmounts(limit, request) !== 0) {
    const values = `${String(limit.value)} must equal to defaultRequest value ${String(request.value)}`;
    request.invalid(`default value ${values} in ${name}`);
  }
}

function ratioFits(ratio: Field, min: Field, max: Field): void {
  const value = quantityOf(ratio)?.asNumber();
  if (value === undefined) return;
  if (value < 1) ratio.invalid(`ratio ${String(ratio.value)} is less than 1`);
  const [least, most] = [quantityOf(min)?.asNumber(), quantityOf(max)?.asNumber()];
  if (least === undefined || most === undefined) return;
  if (value > most / least)
    ratio.invalid(`ratio ${String(ratio.value)} is greater than max/min = ${(most / least).toFixed(6)}`);
}
