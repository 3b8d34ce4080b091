/** What is in the folder of a chart before it is generated again. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { parseSemver } from '../../ship/bundle/semver.js';
import { type ChartRecord, readRecord, readValues, ValuesProblem } from '../../ship/chart/kept-edits.js';
import { isMap, type Json } from '../../ship/json.js';
import { parseDocument } from '../../yaml.js';
import { type FolderFiles, readFolder } from './folder-files.js';

/** The file that records what was generated. */
export const recordFile = '.kbts-chart.json';

/** A chart, or an empty folder. */
export interface ChartFolder {
  readonly files: FolderFiles;
  readonly record: ChartRecord | undefined;
  /** The version of the operator in Chart.yaml. */
  readonly appVersion?: string;
}

/** Reads the folder; rejects when it is something else than a chart, or when kbts cannot tell what is whose. */
export async function readChartFolder(root: string, folder: string): Promise<ChartFolder> {
  const files = await readFolder(path.join(root, folder));
  const text = files.get(recordFile);
  const record = text === undefined ? undefined : readRecord(text);
  if (text !== undefined && record === undefined)
    throw new UserError(
      'file-changed',
      `${folder}/${recordFile} cannot be read, so kbts cannot tell which changes are yours`,
      { fix: 'restore it from version control, or delete the folder to make the chart from the start' },
    );
  const about = files.get('Chart.yaml');
  if (files.size > 0 && record === undefined && about === undefined)
    throw new UserError('file-exists', `${folder} contains files that are not a chart`, {
      fix: 'choose another folder with --output-dir, or move the files away',
    });
  const appVersion = about === undefined ? undefined : readAppVersion(about, `${folder}/Chart.yaml`);
  const values = files.get('values.yaml');
  if (values !== undefined) checkValues(values, `${folder}/values.yaml`);
  return { files, record, ...(appVersion !== undefined && { appVersion }) };
}

/** Chart.yaml belongs to people; what Helm would refuse is said here already. */
function readAppVersion(text: string, file: string): string | undefined {
  const about = parsed(text, file);
  const { apiVersion, name, version, appVersion } = isMap(about) ? about : {};
  if (apiVersion !== 'v2' || typeof name !== 'string' || name === '')
    throw new UserError('cannot-read', `${file} is not that of a chart: it needs "apiVersion: v2" and a name`, {
      fix: 'correct the file, or delete it to get a new one',
    });
  if (typeof version !== 'string' || parseSemver(version) === undefined)
    throw new UserError(
      'cannot-read',
      `${file} has the version ${JSON.stringify(version ?? null)}, which is no semantic version`,
      {
        fix: 'write three numbers such as 0.2.0, in quotes if YAML reads them as something else',
      },
    );
  return typeof appVersion === 'string' ? appVersion : undefined;
}

function checkValues(text: string, file: string): void {
  try {
    readValues(text);
  } catch (error) {
    if (!(error instanceof ValuesProblem)) throw error;
    throw new UserError('cannot-read', `${file} cannot be merged: ${error.message}`, {
      fix: 'correct the file, or delete it to get the defaults',
      cause: error,
    });
  }
}

function parsed(text: string, file: string): Json {
  const document = parseDocument(text, { version: '1.2' });
  const [problem] = document.errors;
  if (problem === undefined) return document.toJS() as Json;
  throw new UserError('cannot-read', `${file} cannot be read: ${problem.message}`, {
    fix: 'correct the file, or delete it to get a new one',
    cause: problem,
  });
}

/** Links are not followed: a chart is packed and moved, and what is behind a link may belong to something else. */
export async function refuseLinks(root: string, folder: string, names: Iterable<string>): Promise<void> {
  const places = new Set<string>();
  for (const name of names) {
    const parts = name.split('/');
    for (let length = 1; length <= parts.length; length++) places.add(parts.slice(0, length).join('/'));
  }
  for (const place of places) {
    const info = await lstat(path.join(root, folder, place)).catch(() => undefined);
    if (info?.isSymbolicLink() !== true) continue;
    throw new UserError('file-exists', `${folder}/${place} is a link, and kbts does not write through links`, {
      fix: 'replace it with what it leads to, or choose another folder with --output-dir',
    });
  }
}
