/** NetworkPolicies. */
import { isRange, rangeContains } from '../address-rules.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';
import { portReference } from '../selector-rules.js';

/** Checks of NetworkPolicy. */
export const networkPolicy: KindChecks = {
  spec: (object) => {
    const spec = object.at('spec');
    labelSelector(spec.at('podSelector'));
    for (const [list, peers] of [
      ['ingress', 'from'],
      ['egress', 'to'],
    ] as const) {
      for (const rule of spec.at(list).items) {
        for (const item of rule.at('ports').items) onePort(item);
        for (const item of rule.at(peers).items) onePeer(item);
      }
    }
    const types = spec.at('policyTypes');
    if (types.size > 2) types.invalid('may not specify more than two policyTypes');
    for (const type of types.items) type.oneOf(['Ingress', 'Egress']);
  },
};

function onePort(item: Field): void {
  if (item.at('protocol').isSet) item.at('protocol').oneOf(['SCTP', 'TCP', 'UDP']);
  const [port, end] = [item.at('port'), item.at('endPort')];
  if (!port.isSet) {
    if (end.isSet) end.invalid('may not be specified when `port` is not specified');
    return;
  }
  portReference(port);
  if (!end.isSet) return;
  if (typeof port.value === 'string') end.invalid('may not be specified when `port` is non-numeric');
  else {
    end.inRange(1, 65535);
    if (end.number < port.number) end.invalid('must be greater than or equal to `port`');
  }
}

function onePeer(item: Field): void {
  const block = item.at('ipBlock');
  const selectors = [item.at('podSelector'), item.at('namespaceSelector')].filter((field) => field.isSet);
  for (const selector of selectors) labelSelector(selector);
  if (block.isSet) addressBlock(block);
  if (selectors.length === 0 && !block.isSet) item.required('must specify a peer');
  else if (selectors.length > 0 && block.isSet) item.forbidden('may not specify both ipBlock and another peer');
}

function addressBlock(block: Field): void {
  const range = block.at('cidr');
  if (range.text === '') return void range.required();
  const problems = isRange(range.text);
  range.matches(() => problems);
  if (problems.some((why) => why.startsWith('must be a valid'))) return;
  const size = Number(range.text.split('/')[1]);
  for (const item of block.at('except').items) {
    const own = isRange(item.text);
    item.matches(() => own);
    if (own.some((why) => why.startsWith('must be a valid'))) continue;
    if (rangeContains(range.text, item.text) && size < Number(item.text.split('/')[1])) continue;
    item.invalid('must be a strict subset of `cidr`');
  }
}
