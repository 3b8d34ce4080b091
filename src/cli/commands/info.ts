/** Declares `kbts version` and `kbts completion`. */
import { Argument, type Command } from 'commander';
import { packageVersion } from '../../package-root.js';
import { shells, type Shell } from '../completion.js';
import { examples, outputFlag } from '../flags.js';
import type { Terminal } from '../terminal.js';

/** The Kubernetes version whose types and schemas are built in. */
const kubernetesVersion = '1.37';

/** What is tested; docs/book/compatibility.md has the results. */
const supported = {
  servers: ['1.35', '1.36', '1.37'],
  node: ['20.19', '22', '24', '26'],
  layouts: ['typescript.kbts.dev/v1', 'go.kubebuilder.io/v4 (kbts import --kubebuilder)'],
} as const;

/** Adds commands that need no project. */
export function addInfoCommands(program: Command, terminal: Terminal): void {
  program
    .command('version')
    .summary('print versions, and what this one works with')
    .description(
      'Prints the versions of kbts, Node and the built-in Kubernetes types, and the Kubernetes servers, Node versions and project layouts that this version works with.',
    )
    .addOption(outputFlag())
    .addHelpText('after', examples('kbts version', 'kbts version -o json'))
    .action(({ output }: { output: string }) => {
      const facts = {
        version: packageVersion(),
        kubernetes: kubernetesVersion,
        node: process.version,
        platform: `${process.platform}/${process.arch}`,
        supported,
      };
      const text = [
        `kbts ${facts.version} (Kubernetes ${facts.kubernetes}, Node ${facts.node}, ${facts.platform})`,
        `works with  Kubernetes servers ${supported.servers.join(', ')}`,
        `            Node ${supported.node.join(', ')}`,
        `            layouts ${supported.layouts.join(', ')}`,
        '',
      ].join('\n');
      terminal.out(output === 'json' ? `${JSON.stringify(facts, undefined, 2)}\n` : text);
    });
  program
    .command('completion')
    .summary('print a completion script')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', examples('source <(kbts completion bash)', 'kbts completion fish | source'))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion.js');
      terminal.out(completionScript(program, shell));
    });
}
