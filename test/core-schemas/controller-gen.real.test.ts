/** The stored schemas against the real controller-gen, where it and Go are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coreSchema } from '../../src/core-schemas/core-schemas.js';
import type { JsonSchema } from '../../src/model/schema.js';
import { fromYaml } from '../../src/yaml.js';

const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
const assets = process.env['KUBEBUILDER_ASSETS'] ?? join(cache, 'kbts', 'control-plane', '1.37.1-linux-x64');
const controllerGen = join(assets, 'controller-gen');
const canRun = existsSync(controllerGen) && spawnSync('go', ['version']).status === 0;

const SOURCE = `// +groupName=test.kbts.dev
// +versionName=v1
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Holder struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`

	// The pods to run.
	Template   corev1.PodTemplateSpec   \`json:"template"\`
	Env        []corev1.EnvVar          \`json:"env"\`
	Limits     corev1.ResourceList      \`json:"limits"\`
	Job        batchv1.JobTemplateSpec  \`json:"job"\`
	Conditions []metav1.Condition       \`json:"conditions"\`
	Selector   *metav1.LabelSelector    \`json:"selector"\`
}
`;

describe.skipIf(!canRun)('a CRD that embeds core types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kbts-controller-gen-'));
  const crds = new Map<boolean, Readonly<Record<string, JsonSchema>>>();

  beforeAll(() => {
    for (const name of ['go.mod', 'go.sum'])
      copyFileSync(new URL(`../../scripts/k8s/gotypes/${name}`, import.meta.url), join(folder, name));
    mkdirSync(join(folder, 'v1'));
    writeFileSync(join(folder, 'v1', 'types.go'), SOURCE);
    for (const hasMeta of [true, false]) crds.set(hasMeta, generate(hasMeta));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  function generate(hasMeta: boolean): Readonly<Record<string, JsonSchema>> {
    const output = join(folder, `crds-${hasMeta}`);
    execFileSync(
      controllerGen,
      [`crd:generateEmbeddedObjectMeta=${hasMeta}`, 'paths=./v1', `output:crd:dir=${output}`],
      { cwd: folder },
    );
    const crd = fromYaml(readFileSync(join(output, 'test.kbts.dev_holders.yaml'), 'utf8')) as {
      spec: { versions: { schema: { openAPIV3Schema: { properties: Record<string, JsonSchema> } } }[] };
    };
    return crd.spec.versions[0]?.schema.openAPIV3Schema.properties ?? {};
  }

  test.each([true, false])('has what is stored (metadata described: %s)', (hasEmbeddedObjectMeta) => {
    const embedded = crds.get(hasEmbeddedObjectMeta);
    const options = { hasEmbeddedObjectMeta };

    expect(embedded?.['template']).toEqual({
      ...coreSchema('core/v1.PodTemplateSpec', options),
      description: 'The pods to run.',
    });
    expect(embedded?.['job']).toEqual(coreSchema('batch/v1.JobTemplateSpec', options));
    expect(embedded?.['env']).toEqual({ type: 'array', items: coreSchema('core/v1.EnvVar', options) });
    expect(embedded?.['limits']).toEqual(coreSchema('core/v1.ResourceList', options));
    expect(embedded?.['conditions']).toEqual({ type: 'array', items: coreSchema('meta/v1.Condition', options) });
    expect(embedded?.['selector']).toEqual(coreSchema('meta/v1.LabelSelector', options));
  });
});
