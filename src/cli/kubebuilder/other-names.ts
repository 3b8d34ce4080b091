/** Commands of operator-sdk and kubebuilder that are called otherwise here, by the names that their users type. */

const commands: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['generate', 'bundle'],
    ['bundle', 'generate'],
  ],
  [
    ['run', 'bundle'],
    ['bundle', 'run'],
  ],
  [
    ['run', 'bundle-upgrade'],
    ['bundle', 'upgrade'],
  ],
  [['cleanup'], ['bundle', 'cleanup']],
];

/** The arguments with names of ours. */
export function withOwnNames(args: readonly string[]): string[] {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && !/^(-C|--directory)$/.test(args[index - 1] ?? ''));
  if (at >= 0 && args[at] === 'edit') return withPlugin(args, at);
  const found = commands.find(([given]) => given.every((word, index) => args[at + index] === word));
  return at < 0 || found === undefined ? [...args] : args.toSpliced(at, found[0].length, ...found[1]);
}

/** `edit --plugins=helm/v2-alpha` makes the chart, `edit --plugins=grafana/v1-alpha` the dashboards. */
function withPlugin(args: readonly string[], at: number): string[] {
  const flag = args.findIndex((arg) => arg === '--plugins' || arg.startsWith('--plugins='));
  const isJoined = args[flag]?.includes('=') === true;
  const value = isJoined ? args[flag]?.slice('--plugins='.length) : args[flag + 1];
  const [, name] = /^(helm|grafana)(?:\.kubebuilder\.io)?\/v\d[\w-]*$/.exec(value ?? '') ?? [];
  if (flag < 0 || name === undefined) return [...args];
  const rest = args.toSpliced(flag, isJoined ? 1 : 2);
  const place = rest.indexOf('edit', flag < at ? 0 : at);
  return name === 'helm' ? chartFolder(rest).with(place, 'build-chart') : rest.with(place, 'build-dashboards');
}

/** kubebuilder's `--output-dir` is the folder above the chart. */
function chartFolder(args: readonly string[]): string[] {
  return args.map((arg, index, all) => {
    if (arg.startsWith('--output-dir=')) return `${arg}/chart`;
    return all[index - 1] === '--output-dir' ? `${arg}/chart` : arg;
  });
}
