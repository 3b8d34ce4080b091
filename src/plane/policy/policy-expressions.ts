/** The expressions of one policy, run on one write with one parameter. */
import { int64 } from '../../kubernetes/json/exact-integers.js';
import { admissionNames, admissionVariables, variableType } from '../../kubernetes/cel/admission-types.js';
import { DYN, type Type } from '../../kubernetes/cel/check/types.js';
import { compileCel } from '../../kubernetes/cel/compile.js';
import { Budget, CONDITIONS_LIMIT, OutOfBudget, Stopped } from '../../kubernetes/cel/meter/meter.js';
import { celValue } from '../../kubernetes/cel/run/from-json.js';
import { ProgramCache } from '../../kubernetes/cel/run/program.js';
import { CelFailure, CelLater, CelMap } from '../../kubernetes/cel/run/values.js';
import { admissionRequest } from '../admission/admission-webhooks.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { NAMESPACES } from '../resources/namespace-lifecycle.js';
import type { ResourceType } from '../resources/resource-type.js';
import { objectKey, section } from '../storage/api-object.js';
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';
import { authorizerVariables } from './cel-authorizer.js';
import { listOf, type BoundPolicy } from './policy-matching.js';

/** Variables by name. */
export type Values = Readonly<Record<string, unknown>>;

export class PolicyExpressions {
  readonly spec: JsonObject;
  /** The version of the objects that it sees. */
  readonly type: ResourceType;
  private readonly values: Values;
  private readonly programs: ProgramCache;
  private readonly patches: ProgramCache;

  constructor(backend: Backend, attempt: AdmissionAttempt, { policy, type }: BoundPolicy, param: JsonValue) {
    this.spec = section(policy, 'spec');
    this.type = type;
    const { object: _object, oldObject: _oldObject, ...request } = admissionRequest(attempt, type, '');
    const namespace = backend.store.collection(NAMESPACES).get(objectKey('', attempt.namespace ?? ''));
    this.values = {
      object: celValue(attempt.object ?? null, undefined, int64.get),
      oldObject: celValue(attempt.oldObject ?? null, undefined, int64.get),
      request: celValue(request),
      namespaceObject: celValue(namespace ?? null),
      params: celValue(param, undefined, int64.get),
      ...authorizerVariables(backend.authorizer(), attempt),
    };
    const hasParams = this.spec['paramKind'] !== undefined;
    const variables = admissionVariables({ hasParams, variables: this.variableTypes(hasParams) });
    this.programs = new ProgramCache(variables);
    this.patches = new ProgramCache(variables, admissionNames({ hasParams, hasPatches: true }));
  }

  /** Whether all match conditions hold; one that is false outweighs those that fail. */
  conditions(): boolean | CelFailure {
    const budget = new Budget(CONDITIONS_LIMIT);
    const results = listOf(this.spec['matchConditions']).map(({ expression }) => {
      const text = String(expression ?? '');
      const result = this.attempt(text, { ...this.values, namespaceObject: null }, budget);
      return result instanceof CelFailure ? failed(text, result) : result;
    });
    if (results.includes(false)) return false;
    const why = new Set(results.flatMap((result) => (result instanceof CelFailure ? [result.message] : [])));
    if (why.size === 0) return true;
    return new CelFailure(why.size === 1 ? [...why].join('') : `[${[...why].join(', ')}]`);
  }

  /** All values, with the policy's variables, which are worked out when they are read and pay from the same budget. */
  known(budget: Budget): Values {
    return this.withVariables(this.values, budget);
  }

  /** The same without the authorizer, and without variables that use it: for messages and annotations. */
  plain(budget: Budget): Values {
    return this.withVariables({ ...this.values, authorizer: null, 'authorizer.requestResource': null }, budget);
  }

  /** The value of an expression, or why it has none. Throws `OutOfBudget`. */
  attempt(expression: string, values: Values, budget: Budget): unknown {
    return attempted(this.programs, expression, values, budget);
  }

  /** The patch that an expression makes. */
  patch(expression: string, budget: Budget): unknown {
    return attempted(this.patches, expression, this.known(budget), budget);
  }

  private variableTypes(hasParams: boolean): ReadonlyMap<string, Type> {
    const types = new Map<string, Type>();
    for (const { name, expression } of listOf(this.spec['variables'])) {
      const known = admissionVariables({ hasParams, variables: new Map(types) });
      const compiled = compileCel(String(expression ?? ''), known);
      types.set(String(name), compiled.kind === 'wrong' ? DYN : variableType(compiled.checked.type));
    }
    return types;
  }

  private withVariables(values: Values, budget: Budget): Values {
    let variables = CelMap.of([]);
    for (const { name, expression } of listOf(this.spec['variables'])) {
      const seen = { ...values, variables };
      const later = new CelLater(() => this.variable(String(name), String(expression ?? ''), seen, budget));
      variables = CelMap.of([...variables.pairs(), [String(name), later]]);
    }
    return { ...values, variables };
  }

  private variable(name: string, expression: string, values: Values, budget: Budget): unknown {
    try {
      const value = this.attempt(expression, values, budget);
      if (!(value instanceof CelFailure)) return value;
      return new CelFailure(`composited variable ${JSON.stringify(name)} fails to evaluate: ${value.message}`);
    } catch (error) {
      throw error instanceof OutOfBudget ? new Stopped(error) : error;
    }
  }
}

/** A failure with the expression that has it. */
export function failed(expression: string, { message }: CelFailure): CelFailure {
  return new CelFailure(`expression '${expression}' resulted in error: ${message}`);
}

function attempted(programs: ProgramCache, expression: string, values: Values, budget: Budget): unknown {
  try {
    return programs.compile(expression).run(values, budget);
  } catch (error) {
    if (!(error instanceof CelFailure) || error instanceof OutOfBudget) throw error;
    return error;
  }
}
