/** What a bill of materials says about a package. */

/** A package whose code is in the operator. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  /** As its package.json has it. */
  readonly license?: string;
  /** As lock files have it: an algorithm and a hash in base64. */
  readonly integrity?: string;
  /** Where it was fetched from. */
  readonly resolved?: string;
  /** Identities of packages that it uses, or has inside. */
  readonly uses: readonly string[];
}

/** The operator and everything that is inside its one file. */
export interface BillOfMaterials {
  readonly operator: PackageFacts;
  readonly packages: readonly PackageFacts[];
  readonly tool: { readonly name: string; readonly version: string };
  readonly created: Date;
}

/** `pkg:npm/%40scope/name@1.0.0`, by which everybody knows a package. */
export function purlOf({ name, version }: Pick<PackageFacts, 'name' | 'version'>): string {
  return `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${encodeURIComponent(version)}`;
}

/** The hash in the strongest algorithm that the integrity has. */
export function hashOf(integrity: string | undefined): { algorithm: number; hex: string } | undefined {
  const hashes = (integrity ?? '').split(/\s+/).flatMap((one) => {
    const [, algorithm, base64] = /^sha(256|384|512)-([A-Za-z0-9+/]+={0,2})$/.exec(one) ?? [];
    if (algorithm === undefined || base64 === undefined) return [];
    return [{ algorithm: Number(algorithm), hex: Buffer.from(base64, 'base64').toString('hex') }];
  });
  return hashes.sort((a, b) => b.algorithm - a.algorithm)[0];
}

const WORD = String.raw`\(*[A-Za-z0-9][A-Za-z0-9.+:-]*\)*`;
const EXPRESSION = new RegExp(`^${WORD}(?: (?:AND|OR|WITH) ${WORD})*$`);

/** Identifiers joined by AND, OR and WITH; what is not one, such as "SEE LICENSE IN …", is only a name. */
export function isLicenseExpression(license: string): boolean {
  const isShaped = EXPRESSION.test(license);
  return isShaped && license !== 'UNLICENSED' && count(license, '(') === count(license, ')');
}

function count(text: string, letter: string): number {
  return text.split(letter).length;
}
