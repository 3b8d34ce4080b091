/** Flags that cluster commands share. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { outputFlag } from './flags.js';

/** What those flags become. */
export interface ClusterFlagValues {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  readonly timeout: number;
  readonly dryRun?: boolean;
  readonly output?: 'text' | 'json';
}

/** Adds `--context`, `--kubeconfig` and `--namespace`. */
export function withClusterFlags(command: Command): Command {
  return command
    .option('--context <name>', 'context of the kubeconfig (default: the current one)')
    .addOption(kubeconfigFlag())
    .option('-n, --namespace <name>', 'namespace of the manager (default: that of config/default)');
}

/** `--kubeconfig`. With a variable that is not set, `--kubeconfig "$STAGING"` must not choose the cluster of the default file. */
export function kubeconfigFlag(): Option {
  return new Option('--kubeconfig <file>', 'kubeconfig file (default: KUBECONFIG, else ~/.kube/config)').argParser(
    (value: string) => {
      if (value.trim() !== '') return value;
      throw new InvalidArgumentError('It is empty: name a file, or leave the flag out.');
    },
  );
}

/** Adds `--timeout`, `--dry-run` and `-o`. */
export function withChangeFlags(command: Command, timeout: string): Command {
  return withClusterFlags(command)
    .addOption(timeoutFlag(timeout))
    .option('--dry-run', 'find out what would change, and change nothing')
    .addOption(outputFlag());
}

/** `--image`, or `IMG` of the environment. */
export function imageFlag(): Option {
  return new Option('--image <image>', 'image of the manager, such as ghcr.io/acme/guestbook:v1').env('IMG');
}

/** `--timeout 90s`, in milliseconds. */
export function timeoutFlag(timeout: string): Option {
  return new Option('--timeout <duration>', 'how long to wait, such as 90s or 5m')
    .argParser(parseDuration)
    .default(parseDuration(timeout), timeout);
}

/** Go's durations, as kubectl takes them: `90s`, `1m30s`, `500ms`; a number alone means seconds. */
export function parseDuration(value: string): number {
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const parts = [...value.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([text]) => text).join('') !== value) {
    throw new InvalidArgumentError(`"${value}" is not a duration; use the form 90s, 5m or 1m30s.`);
  }
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}
