/** Both libraries against one API server, as a program: it runs under versions of Node that this repository is not tested with. */
import { readFileSync } from 'node:fs';
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { ConfigMap, Namespace } from '../../../../src/k8s/index.js';
import { fromClientNode, toClientNode } from '../../../../src/runtime/client/config/client-node.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { parseClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';

const [file = '', name = ''] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const kubeConfig = new KubeConfig();
kubeConfig.loadFromString(text);

const theirs = await fromClientNode(kubeConfig);
const ours = await parseClusterConfig(text);
await using client = createClient({ config: theirs });
const api = (await toClientNode(ours)).makeApiClient(CoreV1Api);

const key = { name, namespace: 'default' };
const written = await client.create(new ConfigMap({ metadata: key, data: { a: '1' } }));
const read = await api.readNamespacedConfigMap(key);
const changed = await api.replaceNamespacedConfigMap({ ...key, body: { ...read, data: { a: '2' } } });
const credentials = await theirs.credentials?.current();

process.stdout.write(
  JSON.stringify({
    namespace: (await client.get(Namespace, { name: 'default' })).metadata.name,
    uids: [written.metadata.uid, read.metadata?.uid],
    data: [read.data, (await client.get(ConfigMap, key)).data],
    versions: [changed.metadata?.resourceVersion, (await client.get(ConfigMap, key)).metadata.resourceVersion],
    servers: [theirs.server, ours.server],
    authorities: [theirs.ca?.trim(), ours.ca?.trim()],
    tokens: [credentials?.token, ours.token],
    certificates: [credentials?.cert?.trim(), ours.cert?.trim()],
    refusal: await fromClientNode(new KubeConfig()).catch(String),
  }),
);
