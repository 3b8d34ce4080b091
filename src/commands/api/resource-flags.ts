/** Turns the flags that name a resource into a checked identity. */
import { UserError, type ErrorCode } from '../../errors.js';
import { pluralOddity, pluralOf } from '../../model/plural.js';
import {
  apiVersionRule,
  dns1035LabelRule,
  dns1123SubdomainRule,
  kindRule,
  type NameRule,
} from '../../project/names.js';
import { qualifiedGroup, type ResourceId } from '../../project/resource.js';

/** Checks group, version and kind, one by one, each with its own error code. */
export function checkIdentity(id: ResourceId): void {
  check('version', id.version, apiVersionRule, 'version-invalid', 'an API version');
  check('kind', id.kind, kindRule, 'kind-invalid', 'a kind');
  if (typesFileImports.has(id.kind)) {
    throw new UserError('kind-invalid', `--kind "${id.kind}" is the name of a type that every API of kbts uses`, {
      fix: `choose another name, such as My${id.kind}`,
    });
  }
  const group = qualifiedGroup(id);
  const wrong = group === '' ? 'it is empty: give a group, or the project a domain' : dns1123SubdomainRule(group);
  if (wrong === undefined) return;
  throw new UserError(
    'group-invalid',
    `--group "${id.group}" gives the API group "${group}", which is not allowed: ${wrong}`,
    {
      fix: 'use lower-case letters, digits, "-" and ".", such as webapp',
    },
  );
}

/** The plural to use, whether it must be written down, and a warning when the derived one is odd. */
export function choosePlural(
  kind: string,
  plural: string | undefined,
): { plural: string; isIrregular: boolean; warning?: string } {
  const derived = pluralOf(kind);
  if (plural === undefined) {
    const oddity = pluralOddity(kind, derived);
    return {
      plural: derived,
      isIrregular: oddity !== undefined,
      warning:
        oddity === undefined
          ? undefined
          : `${oddity}; choose another with --plural (after "kbts delete api") if you do not want that`,
    };
  }
  check('plural', plural, dns1035LabelRule, 'plural-invalid', 'a plural');
  return { plural, isIrregular: plural !== derived };
}

/** Checks the name of an additional controller. */
export function checkControllerName(name: string): void {
  check('controller-name', name, dns1035LabelRule, 'name-invalid', 'a controller name');
}

function check(flag: string, value: string, rule: NameRule, code: ErrorCode, what: string): void {
  const wrong = rule(value);
  if (wrong === undefined) return;
  throw new UserError(code, `--${flag} "${shorten(value)}" is not ${what}: ${wrong}`, {
    fix: `pass --${flag} with a value of that form`,
  });
}

function shorten(value: string): string {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
}

const typesFileImports: ReadonlySet<string> = new Set(['Condition', 'CustomResource']);
