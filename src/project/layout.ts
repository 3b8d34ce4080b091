/** Where the files of a project are: the one place that says it. */

/** Files and folders that every project has, or gets with a feature. */
export const layout = {
  sources: 'src',
  tests: 'test',
  main: 'src/main.ts',
  controllers: 'src/controller',
  webhooks: 'src/webhook',
  /** RBAC markers that belong to no controller. */
  roleMarkers: 'src/rbac.ts',
  boilerplate: 'hack/boilerplate.txt',
  config: 'config',
  components: 'config/components',
  crd: 'config/crd',
  crdList: 'config/crd/kustomization.yaml',
  crdSettings: 'config/crd/kustomizeconfig.yaml',
  crdPatches: 'config/crd/patches',
  crds: 'config/crd/bases',
  externalCrds: 'config/crd/external',
  overlay: 'config/default',
  overlayList: 'config/default/kustomization.yaml',
  certManagerReplacements: 'config/default/cert_manager_replacements.yaml',
  /** The written part of an OLM bundle: the base of its ClusterServiceVersion, and its icon. */
  bundle: 'config/manifests',
  bundleBases: 'config/manifests/bases',
  managerList: 'config/manager/kustomization.yaml',
  rbac: 'config/rbac',
  rbacList: 'config/rbac/kustomization.yaml',
  role: 'config/rbac/role.yaml',
  samples: 'config/samples',
  sampleList: 'config/samples/kustomization.yaml',
  webhookList: 'config/webhook/kustomization.yaml',
  webhookManifests: 'config/webhook/manifests.yaml',
  certManagerComponentList: 'config/components/cert-manager/kustomization.yaml',
  webhookComponentList: 'config/components/webhook/kustomization.yaml',
  certificateRole: 'config/components/webhook/cert_role.yaml',
  conversionRole: 'config/components/webhook/conversion_cert_role.yaml',
  installer: 'dist/install.yaml',
  chart: 'dist/chart',
  dashboards: 'grafana',
  sbomCycloneDx: 'dist/sbom.cdx.json',
  sbomSpdx: 'dist/sbom.spdx.json',
} as const;

/** `src/api/v1`, or `src/api/batch/v1`: types of a version. `groupPath` is empty or ends with a slash. */
export function apiFolderOf(groupPath: string, version: string): string {
  return `src/api/${groupPath}${version}`;
}

/** `src/external/cert-manager.io/v1`: types of somebody else's kinds. */
export function externalFolderOf(group: string, version: string): string {
  return `src/external/${group}/${version}`;
}

/** `src/controller/guestbook.controller`: its sources, without the end of their names. */
export function controllerBaseOf(names: { readonly groupPath: string; readonly controllerFile: string }): string {
  return `${layout.controllers}/${names.groupPath}${names.controllerFile}.controller`;
}

/** `src/webhook/v1`: handlers of a version. */
export function webhookFolderOf(names: { readonly groupPath: string; readonly version: string }): string {
  return `${layout.webhooks}/${names.groupPath}${names.version}`;
}
