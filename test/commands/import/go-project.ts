/** Files of a Go project, as kubebuilder writes them. */
export const goProject = `
cliVersion: 4.15.0
domain: io
layout:
- go.kubebuilder.io/v4
multigroup: true
projectName: shop
repo: example.com/shop
resources:
- api:
    crdVersion: v1
    namespaced: true
  controller: true
  domain: io
  group: acme
  kind: Widget
  path: example.com/shop/api/acme/v1
  version: v1
  webhooks:
    validation: true
    webhookVersion: v1
- controller: true
  core: true
  group: apps
  kind: Deployment
  path: k8s.io/api/apps/v1
  version: v1
- controller: true
  domain: cert-manager.io
  external: true
  kind: Certificate
  path: github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1
  version: v1
version: "3"
`;

/** Its role. */
export const goRole = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: manager-role
rules:
- apiGroups:
  - acme.io
  resources:
  - widgets
  verbs:
  - get
  - list
  - watch
- apiGroups:
  - apps
  resources:
  - deployments
  verbs:
  - get
`;
