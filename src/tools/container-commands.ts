/** Command lines of container tools. Every value is one argument; no shell ever sees it. */

/** Those that can be used, the most common first. */
export const containerTools = ['docker', 'podman', 'nerdctl', 'buildah'] as const;

export type ContainerTool = (typeof containerTools)[number];

/** What to build. */
export interface ImageBuild {
  readonly image: string;
  /** Relative to the working folder; `Dockerfile` by default. */
  readonly dockerfile?: string;
  /** `linux/amd64` …; that of this machine when empty. */
  readonly platforms: readonly string[];
  readonly push: boolean;
  /** Name for the builder that docker needs for several platforms. */
  readonly builder: string;
  readonly buildArgs?: readonly string[];
  /** Labels of the image. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Further flags of the tool's own build. */
  readonly toolArgs?: readonly string[];
}

/** One call of the tool. */
export interface ContainerStep {
  readonly args: readonly string[];
  /** A failure does not matter, as when it already exists. */
  readonly mayFail?: boolean;
}

/** The calls that build the image, and push it when asked to. */
export function buildSteps(tool: ContainerTool, build: ImageBuild): ContainerStep[] {
  const isMulti = build.platforms.length > 1;
  if (tool === 'docker' && isMulti) return dockerBuildx(build);
  const platform = build.platforms.length === 0 ? [] : ['--platform', build.platforms.join(',')];
  const asManifest = isMulti && tool !== 'nerdctl';
  const name = asManifest ? ['--manifest', build.image] : ['--tag', build.image];
  const steps: ContainerStep[] = [];
  // A list of the same name from an earlier build would grow with every build.
  if (asManifest) steps.push({ args: ['manifest', 'rm', build.image], mayFail: true });
  steps.push({ args: ['build', ...platform, ...name, ...shared(build), '.'] });
  return build.push ? [...steps, ...pushSteps(tool, build.image, isMulti)] : steps;
}

/** The calls that push the image; `isManifest` when it is one for several platforms. */
export function pushSteps(tool: ContainerTool, image: string, isManifest: boolean): ContainerStep[] {
  if (!isManifest || tool === 'docker') return [{ args: ['push', image] }];
  if (tool === 'nerdctl') return [{ args: ['push', '--all-platforms', image] }];
  return [{ args: ['manifest', 'push', '--all', image, `docker://${image}`] }];
}

/** The default builder of docker knows one platform only, so another one is made, and kept for the next time. */
function dockerBuildx(build: ImageBuild): ContainerStep[] {
  return [
    { args: ['buildx', 'create', '--name', build.builder], mayFail: true },
    {
      args: [
        'buildx',
        'build',
        '--builder',
        build.builder,
        '--platform',
        build.platforms.join(','),
        '--tag',
        build.image,
        ...(build.push ? ['--push'] : []),
        ...shared(build),
        '.',
      ],
    },
  ];
}

function shared({ dockerfile, buildArgs = [], labels = {}, toolArgs = [] }: ImageBuild): string[] {
  const file = dockerfile === undefined ? [] : ['--file', dockerfile];
  const named = Object.entries(labels).flatMap(([key, value]) => ['--label', `${key}=${value}`]);
  return [...file, ...buildArgs.flatMap((argument) => ['--build-arg', argument]), ...named, ...toolArgs];
}
