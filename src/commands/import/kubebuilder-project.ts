/** What a Go project of kubebuilder says in its PROJECT, its CRDs and its roles. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { parseProject, PROJECT_FILE } from '../../project/project-file.js';
import type { Project } from '../../project/project.js';
import { readRegularText } from '../../regular-file.js';
import { isMap, isTexts } from '../../scaffold/importer/crd-parts.js';
import type { ReadCrd } from '../../scaffold/importer/read-crds.js';
import { inMessage } from '../../scaffold/importer/source-text.js';
import { parseAllDocuments } from '../../yaml.js';
import { largestSource } from '../api/crd-source.js';
import { readInputs } from './crd-inputs.js';
import { layout } from '../../project/layout.js';

/** A rule of a generated role. */
export interface RoleRule {
  readonly role: string;
  readonly namespace: string;
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

/** The parts of a Go project that become a kbts project. */
export interface GoProject {
  readonly project: Project;
  readonly crds: readonly ReadCrd[];
  readonly rules: readonly RoleRule[];
}

/** Reads the project in a folder. */
export async function readGoProject(folder: string): Promise<GoProject> {
  const text = readRegularText(path.join(folder, PROJECT_FILE));
  if (text === undefined)
    throw new UserError('project-missing', `${folder} is not a kubebuilder project: it has no PROJECT file`, {
      fix: 'specify the folder that contains PROJECT',
    });
  const project = parseProject(text);
  const hasApis = project.resources.some(({ api }) => api !== undefined);
  const crds = hasApis
    ? await readInputs({ cwd: folder, sources: [path.join(folder, layout.crds)] }).catch(addHint)
    : [];
  return { project, crds, rules: await readRules(path.join(folder, layout.role)) };
}

function addHint(error: unknown): never {
  if (!(error instanceof UserError) || (error.code !== 'not-found' && error.code !== 'cannot-read')) throw error;
  throw new UserError(error.code, error.message, { fix: 'run "make manifests" in the Go project first', cause: error });
}

async function readRules(file: string): Promise<RoleRule[]> {
  const text = readRegularText(file, { limit: largestSource }) ?? '';
  return parseAllDocuments(text).flatMap((document) => {
    const [problem] = document.errors;
    if (problem !== undefined) throw invalid(file, problem.message.split('\n')[0] ?? '');
    return rulesOf(document.toJS() as unknown, file);
  });
}

function rulesOf(role: unknown, file: string): RoleRule[] {
  if (!isMap(role)) return [];
  if (role['kind'] !== 'ClusterRole' && role['kind'] !== 'Role') return [];
  const metadata = isMap(role['metadata']) ? role['metadata'] : {};
  const rules: unknown = role['rules'] ?? [];
  if (!Array.isArray(rules)) throw invalid(file, 'rules must be a list');
  return rules.map((rule: unknown) => {
    const list = (key: string): readonly string[] => {
      const value = isMap(rule) ? (rule[key] ?? []) : undefined;
      if (!isTexts(value)) throw invalid(file, `${key} of a rule must be a list of strings`);
      return value;
    };
    return {
      role: String(metadata['name'] ?? ''),
      namespace: typeof metadata['namespace'] === 'string' ? metadata['namespace'] : '',
      groups: list('apiGroups'),
      resources: list('resources'),
      resourceNames: list('resourceNames'),
      urls: list('nonResourceURLs'),
      verbs: list('verbs'),
    };
  });
}

function invalid(file: string, problem: string): UserError {
  return new UserError('project-invalid', `${file}: ${inMessage(problem)}`, {
    fix: 'run "make manifests" in the Go project first',
  });
}
