/** The real kubectl prints the same on both. */
import { install, widget } from './scenarios-custom.js';
import type { Scenario } from './scenario.js';

export const kubectlScenarios: Record<string, Scenario> = {
  'applies, shows, changes and deletes custom resources': async (run) => {
    await install(run);
    const ns = `--namespace=${run.namespace}`;
    await run.kubectl(['apply', ns, '-f', '-'], widget(run, 'w', { tier: 'free' }));
    await run.kubectl(['apply', ns, '-f', '-'], widget(run, 'w', { tier: 'paid' }));
    await run.kubectl(['apply', ns, '-f', '-'], widget(run, 'w', { tier: 'paid' }));
    await run.kubectl(['apply', ns, '-f', '-'], widget(run, 'x', { tier: 'bad', foo: 1 }));
    await run.kubectl(['apply', ns, '--server-side', '-f', '-'], widget(run, 'w', { tier: 'free' }));
    await run.kubectl(['get', ns, `widgets.${run.group}`, '-o', 'wide']);
    await run.kubectl(['get', ns, `widgets.${run.group}`, 'w', '-o', 'jsonpath={.spec}']);
    await run.kubectl(['patch', ns, `widgets.${run.group}`, 'w', '--type=merge', '-p', '{"spec":{"replicas":3}}']);
    await run.kubectl(['scale', ns, `widgets.${run.group}`, 'w', '--replicas=2']);
    await run.kubectl(['label', ns, `widgets.${run.group}`, 'w', 'a=b']);
    await run.kubectl(['wait', ns, `widgets.${run.group}`, 'w', '--for=jsonpath={.spec.replicas}=2', '--timeout=45s']);
    await run.kubectl(['delete', ns, `widgets.${run.group}`, 'w']);
    await run.kubectl(['get', ns, `widgets.${run.group}`]);
  },
  'creates built-in objects, also those that it sends as protobuf': async (run) => {
    const ns = `--namespace=${run.namespace}`;
    await run.kubectl(['create', ns, 'deployment', 'web', '--image=nginx', '--replicas=2', '--port=80']);
    await run.kubectl(['get', ns, 'deployment', 'web', '-o', 'jsonpath={.spec}']);
    await run.kubectl(['get', ns, 'deployments']);
    await run.kubectl(['set', 'image', ns, 'deployment/web', 'nginx=nginx:2']);
    await run.kubectl(['create', ns, 'configmap', 'c', '--from-literal=a=b']);
    await run.kubectl(['get', ns, 'configmap', 'c', '-o', 'jsonpath={.data}']);
    await run.kubectl(['create', ns, 'secret', 'generic', 's', '--from-literal=a=b']);
    await run.kubectl(['get', ns, 'secrets']);
    await run.kubectl(['create', ns, 'role', 'r', '--verb=get,list', '--resource=pods,deployments.apps']);
    await run.kubectl(['get', ns, 'role', 'r', '-o', 'jsonpath={.rules}']);
    await run.kubectl(['create', ns, 'ingress', 'i', '--rule=a.b/*=web:80']);
    await run.kubectl(['get', ns, 'ingress', 'i', '-o', 'jsonpath={.spec}']);
    await run.kubectl(['create', ns, 'cronjob', 'j', '--image=x', '--schedule=* * * * *']);
    await run.kubectl(['get', ns, 'cronjob', 'j', '-o', 'jsonpath={.spec}']);
    await run.kubectl(['delete', ns, 'deployment', 'web']);
    await run.kubectl(['get', ns, 'deployment', 'web']);
  },
};
