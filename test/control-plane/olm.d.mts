/** The YAML texts of OLM's CRDs. */
export function olmCrds(): Promise<string[]>;

/** Writes crds.yaml and olm.yaml of OLM into a folder. */
export function writeOlmManifests(folder: string): Promise<void>;

/** The image of OLM's programs in those manifests. */
export function olmImage(): Promise<string>;
