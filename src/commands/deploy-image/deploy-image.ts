/** `kbts create api --image`: a kind whose controller runs a container image. */
import { UserError } from '../../errors.js';
import type { Resource, ResourceImage } from '../../project/resource.js';
import { renderSet, type RenderedFile } from '../../scaffold/template-tree.js';
import { parseImage } from '../cluster/image/image-reference.js';
import type { controllerVariables } from '../project/template-variables.js';

/** What runs. */
export interface DeployImage {
  readonly image: string;
  readonly port?: number;
  readonly command: readonly string[];
  readonly user?: number;
}

/** The flags, as they were given. */
export interface DeployImageFlags {
  readonly image?: string;
  readonly imageContainerPort?: string;
  readonly imageContainerCommand?: string;
  readonly runAsUser?: string;
  readonly core?: boolean;
  readonly externalCrd?: string;
  readonly namespaced?: boolean;
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly controllerName?: string;
}

/** Undefined when no image is asked for; throws when the flags do not fit together. */
export function readDeployImage(flags: DeployImageFlags): DeployImage | undefined {
  const { image, imageContainerPort, imageContainerCommand, runAsUser } = flags;
  if (image === undefined) {
    const lonely = Object.entries({
      '--image-container-port': imageContainerPort,
      '--image-container-command': imageContainerCommand,
      '--run-as-user': runAsUser,
    }).find(([, value]) => value !== undefined)?.[0];
    if (lonely === undefined) return undefined;
    throw new UserError('flag-missing', `${lonely} needs an image`, {
      fix: 'pass --image, as in --image memcached:1.6',
    });
  }
  checkFit(flags);
  parseImage(image);
  return {
    image,
    ...(imageContainerPort === undefined
      ? {}
      : { port: number('--image-container-port', imageContainerPort, 1, 65_535) }),
    command: (imageContainerCommand ?? '').split(',').filter((part) => part !== ''),
    ...(runAsUser === undefined ? {} : { user: number('--run-as-user', runAsUser, 0, 2_147_483_647) }),
  };
}

/** What PROJECT keeps, so that `delete api` knows which lines are the user's. */
export function imageOptions(flags: DeployImageFlags): ResourceImage | undefined {
  const { image, imageContainerPort, imageContainerCommand, runAsUser } = flags;
  if (image === undefined) return undefined;
  return { containerCommand: imageContainerCommand, containerPort: imageContainerPort, image, runAsUser };
}

/** What runs, as PROJECT has it. */
export function imageOf({ image: kept }: Resource): DeployImage | undefined {
  if (kept === undefined) return undefined;
  const { image, containerPort, containerCommand, runAsUser } = kept;
  return readDeployImage({
    image,
    imageContainerPort: containerPort,
    imageContainerCommand: containerCommand,
    runAsUser,
  });
}

function checkFit(flags: DeployImageFlags): void {
  const { core, externalCrd, namespaced, resource, controller, controllerName } = flags;
  const wrong = [
    core === true && '--core',
    externalCrd !== undefined && '--external-crd',
    resource === false && '--resource=false',
    controller === false && '--controller=false',
    controllerName !== undefined && '--controller-name',
    namespaced === false && '--namespaced=false',
  ].find((flag) => flag !== false);
  if (wrong === undefined) return;
  throw new UserError(
    'flag-conflict',
    `--image makes a new namespaced kind and its controller, so it does not go with ${wrong}`,
    {
      fix: `leave out ${wrong}, or --image`,
    },
  );
}

function number(flag: string, value: string, least: number, most: number): number {
  const parsed = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (parsed >= least && parsed <= most) return parsed;
  throw new UserError('flag-invalid', `${flag} "${value}" is not a whole number from ${least} to ${most}`, {
    fix: `pass ${flag} with such a number`,
  });
}

/** Types, sample, controller and test. */
export function deployImageFiles(
  { image, port, command, user }: DeployImage,
  variables: ReturnType<typeof controllerVariables> & { boilerplate?: string },
): RenderedFile[] {
  const commandField = command.length === 0 ? '' : `${fieldIndent}command: [${command.map(quoted).join(', ')}],\n`;
  const { kindVariable } = variables;
  const expected = [
    `image: ${quoted(image)}`,
    ...(command.length === 0 ? [] : [`command: [${command.map(quoted).join(', ')}]`]),
    ...(port === undefined ? [] : [`ports: [{ containerPort: ${port} }]`]),
    ...(user === undefined ? [] : [`securityContext: { runAsUser: ${user} }`]),
  ];
  return renderSet('deploy-image', {
    ...variables,
    image,
    imageVariable: `${variables.kind.toUpperCase()}_IMAGE`,
    containerName: variables.kindLower,
    portField: port === undefined ? '' : portField(port),
    containerFields:
      commandField +
      (port === undefined
        ? ''
        : `${fieldIndent}ports: [{ name: 'main', containerPort: ${kindVariable}.spec.containerPort ?? ${port} }],\n`),
    runAsUserField: user === undefined ? '' : `${fieldIndent}  runAsUser: ${user},\n`,
    expectedContainer: `{\n${expected.map((line) => `    ${line},\n`).join('')}  }`,
  });
}

const fieldIndent = ' '.repeat(14);

function portField(port: number): string {
  return `
  /** The port that the container listens on. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  // +kubebuilder:default=${port}
  // +optional
  containerPort?: Int32;`;
}

/** A string of TypeScript. */
function quoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}
