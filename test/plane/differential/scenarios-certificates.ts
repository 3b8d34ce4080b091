/** CertificateSigningRequests: approval, signing, and who may do so. */
import { issueOnce } from '../../../src/certificate/throw-away-authority.js';
import { get, merge, post, put, remove, type Answer, type Run, type Scenario } from './scenario.js';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** Requests of `bob` with an elliptic key: of a developer, of an administrator, and with a wrong signature. */
const DEVELOPER =
  'MIHXMH8CAQAwHTENMAsGA1UECgwEZGV2czEMMAoGA1UEAwwDYm9iMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqefGkBYNazOp' +
  'xbSbpL0IUqHCb8/9mSkB5O+L3+QT2kijupYqsi+A/s7kqIyiGHCfJ+OZ1TPC5hxquPKqA7AIyqAAMAoGCCqGSM49BAMCA0gAMEUC' +
  'IQCHuio6cVrZSb6oo6Cfo6D5/hnI9Uec5/3mJRwQsVU4WQIgTGKBZ4tHWEAOZOOW5k2+ygpYaBYWo+NexYCk0r1WM34=';
export const ADMINISTRATOR =
  'MIHiMIGJAgEAMCcxFzAVBgNVBAoMDnN5c3RlbTptYXN0ZXJzMQwwCgYDVQQDDANib2IwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC' +
  'AASp58aQFg1rM6nFtJukvQhSocJvz/2ZKQHk74vf5BPaSKO6liqyL4D+zuSojKIYcJ8n45nVM8LmHGq48qoDsAjKoAAwCgYIKoZI' +
  'zj0EAwIDSAAwRQIhAOiwVJukt/T3OMQpl6rNnM3gs3nG+egurLcBFqPyZ69yAiBAsgNEwrMwUR4F3spCVe43d1tI0SjirzZHo29d' +
  '0n/UCg==';
const WRONG =
  'MIHXMH8CAQAwHTENMAsGA1UECgwEZGV2czEMMAoGA1UEAwwDYm9iMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqefGkBYNazOp' +
  'xbSbpL0IUqHCb8/9mSkB5O+L3+QT2kijupYqsi+A/s7kqIyiGHCfJ+OZ1TPC5hxquPKqA7AIyqAAMAoGCCqGSM49BAMCA0gAMEUC' +
  'IQCHuio6cVrZSb6oo6Cfo6D5/hnI9Uec5/3mJRwQsVU4WQIgTGKBZ4tHWEAOZOOW5k2+ygpYaBYWo+NexYCk0r1WM38=';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pem = (type: string, body: string): string => `-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`;
/** The `request` of a signing request, from its base64 body. */
export const request = (body: string): string => base64(pem('CERTIFICATE REQUEST', body));

/** A request for a certificate. */
export function signing(id: string, spec: object = {}): object {
  return {
    metadata: { name: id },
    spec: { request: request(DEVELOPER), signerName: 'example.com/signer', usages: ['client auth'], ...spec },
  };
}

/** Servers give their administrators other uids. */
const ann = { headers: { 'Impersonate-User': 'ann', 'Impersonate-Uid': '7', 'Impersonate-Group': 'system:masters' } };
const { ca } = issueOnce(['localhost'], 86_400_000);

const approved = { type: 'Approved', status: 'True', reason: 'Seen', message: 'looked at' };

async function stored({ quietly }: Run, path: string): Promise<{ status: object } & Record<string, unknown>> {
  return (await quietly(get(path))).body as { status: object } & Record<string, unknown>;
}

export const certificateScenarios: Record<string, Scenario> = {
  'remembers who asked for a certificate': async (run) => {
    const { call, id } = run;
    const forged = { username: 'admin', uid: '7', groups: ['system:masters'], extra: { a: ['b'] } };
    await call({ ...post(REQUESTS, { ...signing(id, forged), status: { conditions: [approved] } }), ...ann });
    await call({ ...post(REQUESTS, signing(`${id}-wrong`, { request: request(WRONG) })), ...ann });
    await call({ ...post(REQUESTS, signing(`${id}-key`, { request: base64(pem('PUBLIC KEY', DEVELOPER)) })), ...ann });
    const client = { signerName: 'kubernetes.io/kube-apiserver-client' };
    await call({ ...post(REQUESTS, signing(`${id}-masters`, { ...client, request: request(ADMINISTRATOR) })), ...ann });
    await call({ ...post(REQUESTS, signing(`${id}-devs`, client)), ...ann });
    await call(
      put(`${REQUESTS}/${id}`, { ...signing(id, { usages: ['server auth'] }), status: { conditions: [approved] } }),
    );
  },
  'approves, denies and signs': async (run) => {
    const { call, id } = run;
    const path = `${REQUESTS}/${id}`;
    await call({ ...post(REQUESTS, signing(id)), ...ann });
    await call(get(`${path}/approval`));
    await call(put(`${path}/status`, { ...signing(id), status: { conditions: [approved] } }));
    await call(put(`${path}/approval`, { ...signing(id), status: { conditions: [{ ...approved, status: 'False' }] } }));
    await call(
      put(`${path}/approval`, {
        ...signing(id, { usages: ['server auth'] }),
        status: { conditions: [approved], certificate: base64('no') },
      }),
    );
    await call(merge(`${path}/approval`, { status: { conditions: [{ ...approved, type: 'Denied' }] } }));
    await call(merge(`${path}/approval`, { status: { conditions: [approved, { ...approved, type: 'Denied' }] } }));
    await call(merge(`${path}/approval`, { status: { conditions: [] } }));
    await call(merge(`${path}/status`, { status: { conditions: [] } }));
    for (const certificate of ['nothing', pem('PUBLIC KEY', DEVELOPER)]) {
      await call(merge(`${path}/status`, { status: { certificate: base64(certificate) } }));
    }
    const withTimes = await stored(run, path);
    await call(
      put(`${path}/status`, {
        ...withTimes,
        status: { ...withTimes.status, conditions: [{ ...approved, message: 'else' }] },
      }),
    );
    await call({ ...merge(`${path}/status`, { status: { certificate: base64(pem('X', '')) } }) });
    const signed: Answer = await run.quietly(merge(`${path}/status`, { status: { certificate: base64(ca) } }));
    if (signed.code !== 200) throw new Error(JSON.stringify(signed.body));
    await call(merge(`${path}/status`, { status: { certificate: base64(`${ca}${ca}`) } }));
    await call(merge(`${path}/approval`, { status: { certificate: null } }));
    await call(post(`${path}/approval`, signing(id)));
    await call(remove(`${path}/approval`));
  },
  'approves with kubectl': async ({ call, kubectl, id }) => {
    await call({ ...post(REQUESTS, signing(id)), ...ann });
    await kubectl(['certificate', 'approve', id]);
    await kubectl(['certificate', 'deny', id]);
    await call({ ...post(REQUESTS, signing(`${id}-no`)), ...ann });
    await kubectl(['certificate', 'deny', `${id}-no`]);
    await kubectl(['certificate', 'approve', `${id}-no`, '--force']);
  },
  'lets those approve and sign who may for the signer': async (run) => {
    const { call, quietly, id } = run;
    const bob = { headers: { 'Impersonate-User': id } };
    const path = `${REQUESTS}/${id}`;
    await quietly({ ...post(REQUESTS, signing(id)), ...ann });
    const rules: object[] = [
      {
        apiGroups: ['certificates.k8s.io'],
        resources: [
          'certificatesigningrequests',
          'certificatesigningrequests/approval',
          'certificatesigningrequests/status',
        ],
        verbs: ['*'],
      },
    ];
    await quietly(post(`${RBAC}/clusterroles`, { metadata: { name: id }, rules }));
    await quietly(
      post(`${RBAC}/clusterrolebindings`, {
        metadata: { name: id },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: id },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: id }],
      }),
    );
    await run.until({ ...get(path), ...bob }, ({ code }) => code === 200);
    await call({ ...merge(`${path}/approval`, { status: { conditions: [approved] } }), ...bob });
    await call({ ...merge(`${path}/status`, { status: { conditions: [{ ...approved, type: 'Failed' }] } }), ...bob });
    const signers = { apiGroups: ['certificates.k8s.io'], resources: ['signers'], resourceNames: ['example.com/*'] };
    await quietly(
      put(`${RBAC}/clusterroles/${id}`, {
        metadata: { name: id },
        rules: [...rules, { ...signers, verbs: ['approve'] }],
      }),
    );
    const approve = { ...merge(`${path}/approval?dryRun=All`, { status: { conditions: [approved] } }), ...bob };
    await run.until(approve, ({ code }) => code === 200);
    await call({ ...merge(`${path}/approval`, { status: { conditions: [approved] } }), ...bob });
    await call({
      ...merge(`${path}/status`, { status: { conditions: [approved, { ...approved, type: 'Failed' }] } }),
      ...bob,
    });
  },
};
