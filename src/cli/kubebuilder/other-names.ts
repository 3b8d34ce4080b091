/** Commands of operator-sdk and kubebuilder that are called otherwise here, by the names that their users type. */

const commands: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ['generate', 'bundle'],
    ['bundle', 'generate'],
  ],
];

/** The arguments with names of ours. */
export function withOwnNames(args: readonly string[]): string[] {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && !/^(-C|--directory)$/.test(args[index - 1] ?? ''));
  if (at >= 0 && args[at] === 'edit') return chartPlugin(args, at);
  const found = commands.find(([given]) => given.every((word, index) => args[at + index] === word));
  return at < 0 || found === undefined ? [...args] : args.toSpliced(at, found[0].length, ...found[1]);
}

/** `edit --plugins=helm/v2-alpha` makes the chart; kubebuilder's `--output-dir` is the folder above it. */
function chartPlugin(args: readonly string[], at: number): string[] {
  const flag = args.findIndex((arg) => arg === '--plugins' || arg.startsWith('--plugins='));
  const isJoined = args[flag]?.includes('=') === true;
  const value = isJoined ? args[flag]?.slice('--plugins='.length) : args[flag + 1];
  if (flag < 0 || !/^helm(?:\.kubebuilder\.io)?\/v\d/.test(value ?? '')) return [...args];
  const rest = args.toSpliced(flag, isJoined ? 1 : 2).map((arg, index, all) => {
    if (arg.startsWith('--output-dir=')) return `${arg}/chart`;
    return all[index - 1] === '--output-dir' ? `${arg}/chart` : arg;
  });
  return rest.with(at, 'build-chart');
}
