/** Long faults of one sort, each with its own judgement. */

export const scenarioNames = [
  'third-party-webhook',
  'gone-watches',
  'failing-keys',
  'late-reads',
  'rotation',
  'many-objects',
] as const;

export type ScenarioName = (typeof scenarioNames)[number];

export function isScenarioName(text: string): text is ScenarioName {
  return (scenarioNames as readonly string[]).includes(text);
}
