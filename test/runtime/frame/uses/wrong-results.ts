/** Wrong results of `reconcile` and `finalize`, with words of the message. */
import type { Uses } from '../../../uses.js';

export const results: Uses['wrong'] = [
  [
    `chain.reconcile(async () => ({ requeueAfter: 30 }))`,
    `Type 'number' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: 30_000 as number }))`,
    `Type 'number' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async ({ spec }) => ({ requeueAfter: spec.replicas === 1 ? '30s' : 30 }))`,
    `Type '30' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: '30' }))`,
    `Type '"30"' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: '30sec' }))`,
    `Type '"30sec"' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: '1d' }))`,
    `Type '"1d"' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async ({ status }) => ({ requeueAfter: String(status?.message) }))`,
    `Type 'string' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: { seconds: 30 } }))`,
    `Type '{ seconds: number; }' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: new Date() }))`,
    `Type 'Date' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: null }))`,
    `Type 'null' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfterMs: 30 }))`,
    `Type 'number' is not assignable to type 'UnknownField<"requeueAfterMs">'`,
  ],
  [
    `chain.reconcile(async () => ({ RequeueAfter: '30s' }))`,
    `Type 'string' is not assignable to type 'UnknownField<"RequeueAfter">'`,
  ],
  [
    `chain.reconcile(async () => ({ requeAfter: '30s' }))`,
    `Type 'string' is not assignable to type 'UnknownField<"requeAfter">'`,
  ],
  [`chain.reconcile(async () => ({ requeueAt: Date.now() }))`, `Type 'number' is not assignable to type 'Date'`],
  [
    `chain.reconcile(async () => ({ requeueAt: '2027-01-01T00:00:00Z' }))`,
    `Type 'string' is not assignable to type 'Date'`,
  ],
  [
    `chain.reconcile(async () => ({ requeue: 'true' }))`,
    `Type 'string' is not assignable to type 'boolean | undefined'`,
  ],
  [`chain.reconcile(async () => ({ requeue: 1 }))`, `Type 'number' is not assignable to type 'boolean | undefined'`],
  [
    `chain.reconcile(async () => ({ requeue: true, priority: 1 }))`,
    `Type 'number' is not assignable to type 'UnknownField<"priority">'`,
  ],
  [
    `chain.reconcile(async () => ({ staus: { ready: 1 } }))`,
    `Property '[problem]' is missing in type '{ ready: number; }' but required in type 'UnknownField<"staus">'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { ready: 1, redy: 2 } }))`,
    `Type 'number' is not assignable to type 'UnknownField<"redy">'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { redy: 1 } }))`,
    `Type 'number' is not assignable to type 'UnknownField<"redy">'`,
  ],
  [`chain.reconcile(async () => ({ status: { ready: '1' } }))`, `Type 'string' is not assignable to type 'number'`],
  [
    `chain.reconcile(async () => ({ status: { pods: 'a' } }))`,
    `Type 'string' is not assignable to type 'readonly string[]'`,
  ],
  [`chain.reconcile(async () => ({ status: { pods: [1] } }))`, `Type 'number' is not assignable to type 'string'`],
  [
    `chain.reconcile(async () => ({ status: 'Ready' }))`,
    `Type 'string' is not assignable to type '{ readonly [x: string]: UnknownField<string> | undefined; }'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { conditions: condition('Ready', true, 'AllUp', 'a') } }))`,
    `is missing the following properties from type 'readonly ConditionInput<ConditionOf<"Ready", "AllUp" | "Waiting">>[]'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { conditions: [condition('Redy', true, 'AllUp', 'a')] } }))`,
    `Type '"Redy"' is not assignable to type '"Ready"'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { conditions: [condition('Ready', true, 'AllOver', 'a')] } }))`,
    `Type '"AllOver"' is not assignable to type '"AllUp" | "Waiting"'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { conditions: [{ type: 'Ready', status: 'true', reason: 'AllUp', message: '' }] } }))`,
    `Type '"true"' is not assignable to type '`,
  ],
  [
    `chain.reconcile(async () => ({ status: { conditions: [{ type: 'Ready', status: 'True', reason: 'AllUp' }] } }))`,
    `Property 'message' is missing in type`,
  ],
  [
    `controller(Plain).reconcile(async () => ({ status: { ready: 1 } }))`,
    `Type 'number' is not assignable to type 'UnknownField<"ready">'`,
  ],
  [
    `chain.reconcile(async () => ({ spec: { replicas: 3 } }))`,
    `Property '[problem]' is missing in type '{ replicas: number; }' but required in type 'UnknownField<"spec">'`,
  ],
  [`chain.reconcile(async (it) => it)`, `Type 'string' is not assignable to type 'UnknownField<"apiVersion">'`],
  [
    `chain.reconcile(async () => true)`,
    `Type 'boolean' is not assignable to type 'void | Reported<Database, string, "valueOf">'`,
  ],
  [
    `chain.reconcile(async () => 'done')`,
    `Type 'string' is not assignable to type 'void | Reported<Database, string, string>'`,
  ],
  [
    `chain.reconcile(async () => null)`,
    `Type 'null' is not assignable to type 'void | Reported<Database, string, string>'`,
  ],
  [
    `chain.reconcile(async () => [{ requeue: true }])`,
    `Index signature for type 'string' is missing in type '{ requeue: boolean; }[]'`,
  ],
  [
    `chain.reconcile(async (it) => { if (it.spec.secret) return { redy: 1 }; return { status: { ready: 1 } }; })`,
    `Type 'number' is not assignable to type 'UnknownField<"redy">'`,
  ],
  [
    `chain.reconcile(async (it) => { if (it.spec.secret) return { status: { redy: 1 } }; return { status: { ready: 1 } }; })`,
    `Type 'number' is not assignable to type 'UnknownField<"redy">'`,
  ],
  [
    `chain.reconcile(async (it) => { if (it.spec.secret) return { requeue: true }; })`,
    `Not all code paths return a value`,
  ],
  [
    `chain.reconcile(() => {})`,
    `Type 'void' is not assignable to type 'Promise<void | Reported<Database, string, string>>'`,
  ],
  [
    `chain.reconcile(() => ({ requeue: true }))`,
    `Type '{ requeue: boolean; }' is missing the following properties from type 'Promise<`,
  ],
  [
    `chain.reconcile(async () => new Error('a'))`,
    `Type 'Error' is not assignable to type 'Reported<Database, string, keyof Error>'`,
  ],
  [
    `chain.finalize(async () => ({ requeueAfter: 5 })).reconcile(async () => {})`,
    `Type 'number' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.finalize(async () => true)`,
    `Type 'boolean' is not assignable to type 'void | Reported<Database, string, "valueOf">'`,
  ],
  [`chain.finalize(async () => ({ done: true }))`, `Type 'boolean' is not assignable to type 'UnknownField<"done">'`],
  [
    `done.finalize(async () => ({ status: { redy: 1 } }))`,
    `Type 'number' is not assignable to type 'UnknownField<"redy">'`,
  ],
  [
    `class It { async run(it: Stored<Database>) { return { status: { redy: it.spec.replicas } }; } }; chain.reconcile((one) => new It().run(one))`,
    `Type 'undefined' is not assignable to type 'UnknownField<"redy">'`,
  ],
  [
    `chain.reconcile(async () => ({ conditions: [condition('Ready', true, 'AllUp', 'a')] }))`,
    `but required in type 'UnknownField<"conditions">'`,
  ],
  [
    `chain.reconcile(async () => condition('Ready', true, 'AllUp', 'a'))`,
    `Type 'string' is not assignable to type '{ readonly [x: string]: UnknownField<string> | undefined; }'`,
  ],
  [
    `chain.reconcile(async () => ({ status: { conditions: [{ type: 'Ready', status: true, reason: 'AllUp', message: 'a' }] } }))`,
    `Type 'boolean' is not assignable to type '"`,
  ],
  [
    `chain.reconcile(async () => ({ status: { ready: null } }))`,
    `Type 'null' is not assignable to type 'number | undefined'`,
  ],
  [`chain.reconcile(async ({ spec }) => ({ status: { ...spec } }))`, `is not assignable to type 'UnknownField<"`],
  [
    `chain.reconcile(async ({ spec }) => ({ requeueAfter: \`\${spec.secret}s\` }))`,
    `Type '\`\${string}s\`' is not assignable to type 'WaitTime | undefined'`,
  ],
  [
    `chain.reconcile(async () => ({ requeueAfter: '5S' }))`,
    `Type '"5S"' is not assignable to type 'WaitTime | undefined'`,
  ],
];
