import type { Stored } from 'kbts/runtime';
import { StatefulSet } from 'kbts/k8s/apps/v1';
import { CronJob } from 'kbts/k8s/batch/v1';
import { type Secret, Service } from 'kbts/k8s/core/v1';
import type { Database } from '../api/v1/index.js';

const ports = { postgres: 5432, mysql: 3306 } as const;
const folders = { postgres: '/var/lib/postgresql/data', mysql: '/var/lib/mysql' } as const;
const dumps = { postgres: 'pg_dumpall -h "$HOST" -U postgres', mysql: 'mysqldump -h "$HOST" --all-databases' } as const;
const variables = { postgres: 'POSTGRES_PASSWORD', mysql: 'MYSQL_ROOT_PASSWORD' } as const;

/** Labels of all that belongs to a database, its volumes included. */
export function labelsOf({ metadata }: Stored<Database>): Record<string, string> {
  return { 'app.kubernetes.io/name': 'database', 'app.kubernetes.io/instance': metadata.name };
}

/** Gives each replica a name in the cluster. */
export function serviceOf(database: Stored<Database>): Service {
  const labels = labelsOf(database);
  const port = { name: 'db', port: ports[database.spec.engine] };
  const spec = { clusterIP: 'None', selector: labels, ports: [port] };
  return new Service({ metadata: { name: database.metadata.name, labels }, spec });
}

/** The replicas. The version of the Secret is a part of the template, so that a new password restarts them. */
export function statefulSetOf(database: Stored<Database>, secret: Stored<Secret>): StatefulSet {
  const { engine, replicas = 1, storage = '1Gi' } = database.spec;
  const { name } = database.metadata;
  const labels = labelsOf(database);
  const annotations = { 'data.my.domain/secret-version': secret.metadata.resourceVersion };
  const volumeMounts = [{ name: 'data', mountPath: folders[engine] }];
  const container = { name: 'database', image: imageOf(database), env: [passwordOf(database)], volumeMounts };
  return new StatefulSet({
    metadata: { name, labels },
    spec: {
      replicas,
      serviceName: name,
      selector: { matchLabels: labels },
      template: { metadata: { labels, annotations }, spec: { containers: [container] } },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data', labels },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
        },
      ],
    },
  });
}

/** Makes a copy by the clock; undefined when nobody asked for one. */
export function backupOf(database: Stored<Database>): CronJob | undefined {
  const { backup, engine } = database.spec;
  if (!backup) return undefined;
  const { name } = database.metadata;
  const env = [passwordOf(database), { name: 'HOST', value: `${name}-0.${name}` }];
  const command = ['/bin/sh', '-c', dumps[engine]];
  const container = { name: 'dump', image: imageOf(database), command, env };
  return new CronJob({
    metadata: { name: `${name}-backup`, labels: labelsOf(database) },
    spec: {
      schedule: backup.schedule,
      successfulJobsHistoryLimit: backup.keep ?? 7,
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'OnFailure', containers: [container] } } } },
    },
  });
}

function imageOf({ spec: { engine, version } }: Stored<Database>): string {
  return version === undefined ? engine : `${engine}:${version}`;
}

function passwordOf({ spec: { engine, passwordSecret } }: Stored<Database>) {
  return { name: variables[engine], valueFrom: { secretKeyRef: { name: passwordSecret, key: 'password' } } };
}
