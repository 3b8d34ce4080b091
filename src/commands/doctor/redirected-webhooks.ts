/** Webhooks and conversions of the cluster that call a `kbts run`, which may have been killed. */
import { openCluster, type OpenClusterOptions } from '../cluster/cluster.js';
import { findRedirected, type Redirected, restore } from '../cluster/redirection/left-redirections.js';
import type { Client } from '../../runtime/client/client.js';
import { UserError } from '../../errors.js';
import type { Finding } from './finding.js';

const check = 'webhooks';

/** Asks the cluster that is in use. */
export async function checkRedirected(
  project: string,
  options: OpenClusterOptions & { readonly fix: boolean },
): Promise<Finding[]> {
  try {
    await using cluster = await openCluster({ ...options, answerMs: 5000 });
    return await redirectedFindings(cluster.client, project, options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ check, status: 'warning', message: `cannot be checked: ${error.message}`, fix: error.fix }];
  }
}

/** A finding for each object; with `fix`, those whose run has ended or cannot be reached are pointed back. */
export async function redirectedFindings(
  client: Client,
  project: string,
  { fix, signal }: { readonly fix: boolean; readonly signal?: AbortSignal },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const one of await findRedirected(client, project, signal)) {
    const isRepaired = fix && one.state !== 'running' && (await restore(client, one));
    findings.push(isRepaired ? repaired(one) : finding(one));
  }
  return findings.length > 0 ? findings : [{ check, status: 'ok', message: 'none calls a "kbts run"' }];
}

function repaired({ name, run }: Redirected): Finding {
  return { check, status: 'ok', message: `${name} called ${run}; pointed it back` };
}

function finding({ name, run, state, redirection }: Redirected): Finding {
  if (state === 'running') {
    const fix = 'end that run to point it back';
    return { check, status: 'warning', message: `${name} calls ${run}, which is running`, fix };
  }
  const status = state === 'ended' ? 'problem' : 'warning';
  const fix = redirection === undefined ? 'run "kbts deploy"' : 'run "kbts doctor --fix", or "kbts deploy"';
  const what = state === 'ended' ? 'has ended: requests for its kinds fail' : 'cannot be reached from here';
  return { check, status, message: `${name} calls ${run}, which ${what}`, fix };
}
