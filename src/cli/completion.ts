/** Completion scripts, made from the command tree itself. */
import type { Command } from 'commander';

/** Shells that have a script. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof shells)[number];

/** What can follow a command on the command line. */
interface Node {
  /** `create api`, or empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly { readonly name: string; readonly summary: string; readonly choices: readonly string[] }[];
}

/** The script for a shell. */
export function completionScript(program: Command, shell: Shell): string {
  const nodes = describeTree(program, '');
  const writers: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = { bash, zsh, fish, powershell };
  return writers[shell](nodes);
}

function describeTree(command: Command, path: string): Node[] {
  const children = command.commands.filter((child) => child.name() !== 'help' || path === '');
  const node: Node = {
    path,
    commands: children.map((child) => ({ name: child.name(), summary: child.summary() || child.description() })),
    flags: command.options.map((option) => ({
      name: option.long ?? option.short ?? '',
      summary: option.description,
      choices: option.argChoices ?? [],
    })),
  };
  return [node, ...children.flatMap((child) => describeTree(child, `${path} ${child.name()}`.trim()))];
}

function words(node: Node): string {
  return [...node.commands.map(({ name }) => name), ...node.flags.map(({ name }) => name), '--help'].join(' ');
}

/** `case` branches that answer for a flag's fixed values, then for the command path. */
function shellCases(nodes: readonly Node[], answer: (list: string) => string): string {
  const values = nodes.flatMap(({ path, flags }) =>
    flags
      .filter(({ choices }) => choices.length > 0)
      .map(({ name, choices }) => `    "${path}:${name}") ${answer(choices.join(' '))}; return ;;`),
  );
  const paths = nodes.map((node) => `    "${node.path}") ${answer(words(node))} ;;`);
  return `  case "$path:$previous" in\n${values.join('\n')}\n  esac\n  case "$path" in\n${paths.join('\n')}\n  esac`;
}

/** The command path is the words that are not flags; values of flags are told apart by the known paths. */
function pathLoop(nodes: readonly Node[], from: string): string {
  const known = nodes.map(({ path }) => `"${path}"`).filter((path) => path !== '""');
  return `  local path="" word
  for word in ${from}; do
    case "\${path:+$path }$word" in
      ${known.join('|').replaceAll('"', "'")}) path="\${path:+$path }$word" ;;
    esac
  done`;
}

function bash(nodes: readonly Node[]): string {
  return `# bash completion for kbts; load it with: source <(kbts completion bash)
_kbts() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
${pathLoop(nodes, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
${shellCases(nodes, (list) => `COMPREPLY=($(compgen -W "${list}" -- "$current"))`)}
}
complete -o default -F _kbts kbts
`;
}

function zsh(nodes: readonly Node[]): string {
  return `#compdef kbts
# zsh completion for kbts; load it with: source <(kbts completion zsh)
_kbts() {
  local previous="\${words[CURRENT-1]}"
${pathLoop(nodes, '"${(@)words[2,CURRENT-1]}"')}
${shellCases(nodes, (list) => `compadd -- ${list}`)}
}
compdef _kbts kbts
`;
}

function fish(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, commands, flags }) => {
    const condition = `__kbts_at ${path === '' ? "''" : `'${path}'`}`;
    return [
      ...commands.map(({ name, summary }) => `complete -c kbts -n "${condition}" -f -a ${name} -d ${quote(summary)}`),
      ...flags.map(({ name, summary, choices }) => {
        const values = choices.length > 0 ? ` -x -a "${choices.join(' ')}"` : '';
        return `complete -c kbts -n "${condition}" -l ${name.replace('--', '')}${values} -d ${quote(summary)}`;
      }),
    ];
  });
  const known = nodes.map(({ path }) => quote(path)).join(' ');
  return `# fish completion for kbts; load it with: kbts completion fish | source
function __kbts_at
  set -l path
  for word in (commandline -opc)[2..-1]
    if contains -- (string join ' ' $path $word) ${known}
      set path $path $word
    end
  end
  test (string join ' ' $path) = "$argv[1]"
end
${lines.join('\n')}
`;
}

function powershell(nodes: readonly Node[]): string {
  const table = nodes.map((node) => `    '${node.path}' = '${words(node)}'`).join('\n');
  return `# PowerShell completion for kbts; load it with: kbts completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kbts -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${table}
  }
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = "$path $element".Trim()
    if ($table.ContainsKey($next)) { $path = $next }
  }
  $table[$path] -split ' ' | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}
