import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { CHART, exampleFile } from './support/helm.ts';

const FILES = ['cloudnative-pg', 'mongodb-community', 'strimzi', 'network-policies', 'prometheus'];
const objectSchema = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string() }),
  spec: z.looseObject({}),
});
const reference = z.object({ name: z.string(), key: z.string() });
const peers = z.array(
  z.object({ namespace: z.string().optional(), labels: z.record(z.string(), z.string()) }),
);
const database = z.looseObject({ database: z.looseObject({ url: reference, peers }) });
const server = z.looseObject({ url: reference, peers });
const valuesSchema = z.looseObject({
  backup: z.looseObject({ rehearsal: z.looseObject({ postgres: server, mongodb: server }) }),
  services: z.object({ auth: database, course: database, session: database, attendance: database }),
  bus: z.object({
    kind: z.string(),
    kafka: z.looseObject({
      brokers: z.array(z.string()),
      topicPrefix: z.string(),
      replication: z.number(),
      ca: reference,
      sasl: z.looseObject({ mechanism: z.string() }),
      peers,
    }),
  }),
});

let objects: z.output<typeof objectSchema>[];
let values: z.output<typeof valuesSchema>;
beforeAll(async () => {
  const texts = await Promise.all(
    FILES.map((name) => readFile(join(CHART, '../examples/operators', `${name}.yaml`), 'utf8')),
  );
  objects = texts
    .flatMap((text) => parseAllDocuments(text))
    .map((document) => objectSchema.parse(document.toJS()));
  values = valuesSchema.parse(parse(await readFile(exampleFile('large'), 'utf8')));
});
const named = (kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);

describe('the large example matches the manifests of the operators', () => {
  it.each(['auth', 'attendance'] as const)('for PostgreSQL of %s', (service) => {
    const { url, peers: places } = values.services[service].database;
    const cluster = `${service}-db`;
    expect(named('Cluster', cluster)?.spec).toMatchObject({
      bootstrap: { initdb: { database: service, owner: service } },
    });
    expect(url).toEqual({ name: `${cluster}-app`, key: 'uri' });
    expect(places).toEqual([{ labels: { 'cnpg.io/cluster': cluster } }]);
  });

  it.each(['course', 'session'] as const)('for MongoDB of %s', (service) => {
    const { url, peers: places } = values.services[service].database;
    const users = z.array(z.looseObject({ name: z.string(), db: z.string() }));
    const [user] = users.parse(named('MongoDBCommunity', `${service}-db`)?.spec['users']);
    expect(url).toEqual({
      name: `${service}-db-${user?.db}-${user?.name}`,
      key: 'connectionString.standard',
    });
    expect(places).toEqual([{ labels: { app: `${service}-db-svc` } }]);
  });

  it('for the database servers of restore rehearsals', () => {
    const { postgres, mongodb } = values.backup.rehearsal;
    expect(postgres.url).toEqual({ name: 'scratch-db-app', key: 'uri' });
    expect(named('Cluster', 'scratch-db')?.spec).toMatchObject({
      bootstrap: { initdb: { owner: 'rehearsal' } },
    });
    const users = z.array(z.looseObject({ name: z.string(), db: z.string() }));
    const [user] = users.parse(named('MongoDBCommunity', 'scratch-db')?.spec['users']);
    expect(mongodb.url.name).toBe(`scratch-db-${user?.db}-${user?.name}`);
    for (const [name, { peers: places }] of [
      ['scratch-db', postgres],
      ['scratch-mongodb', mongodb],
    ] as const)
      expect(named('NetworkPolicy', name)?.spec).toMatchObject({
        podSelector: { matchLabels: places[0]?.labels },
        ingress: [
          {
            from: expect.arrayContaining([
              { podSelector: { matchLabels: { 'app.kubernetes.io/component': 'restore-rehearsal' } } },
            ]),
          },
          ...(name === 'scratch-db' ? [expect.anything()] : []),
        ],
      });
  });

  it('for Kafka', () => {
    const { brokers, topicPrefix, replication, ca, sasl, peers: places } = values.bus.kafka;
    const kafka = objects.find(({ kind }) => kind === 'Kafka');
    const { name = '', namespace = '' } = kafka?.metadata ?? {};
    expect(brokers).toEqual([`${name}-kafka-bootstrap.${namespace}:9093`]);
    expect(ca).toEqual({ name: `${name}-cluster-ca-cert`, key: 'ca.crt' });
    expect(places).toEqual([
      { namespace, labels: { 'strimzi.io/cluster': name, 'strimzi.io/name': `${name}-kafka` } },
    ]);
    expect(kafka?.spec).toMatchObject({
      kafka: {
        listeners: [{ port: 9093, tls: true, authentication: { type: sasl.mechanism } }],
        config: { 'auto.create.topics.enable': false, 'default.replication.factor': replication },
      },
    });
    const rights = z.object({
      acls: z.array(
        z.looseObject({ resource: z.looseObject({ type: z.string(), name: z.string().optional() }) }),
      ),
    });
    const { acls } = rights.parse(named('KafkaUser', 'qr-attendance')?.spec['authorization']);
    const owned = acls.filter(({ resource }) => resource.type !== 'cluster');
    expect(owned).toHaveLength(2);
    for (const { resource } of owned)
      expect(resource).toMatchObject({ name: topicPrefix, patternType: 'prefix' });
  });

  it('for the Prometheus job that alert rules and dashboards select', async () => {
    const rules = await readFile(join(CHART, '../../observability/rules/alerts.yml'), 'utf8');
    const [, job] = /up\{job="([^"]+)"\}/.exec(rules) ?? [];
    const spec = z
      .looseObject({ jobLabel: z.string(), selector: z.looseObject({ matchLabels: z.unknown() }) })
      .parse(named('PodMonitor', 'qr-attendance')?.spec);
    expect(spec.selector.matchLabels).toEqual({ [spec.jobLabel]: job });
  });

  it.each(['auth', 'course', 'session', 'attendance'] as const)(
    'for the database of %s, which only that service, its migration and operators’ commands may reach',
    (service) => {
      const spec = z
        .looseObject({
          podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
          ingress: z.array(
            z.looseObject({ from: z.array(z.looseObject({ podSelector: z.unknown().optional() })) }),
          ),
        })
        .parse(named('NetworkPolicy', `${service}-db`)?.spec);
      expect(spec.podSelector.matchLabels).toEqual(values.services[service].database.peers[0]?.labels);
      expect(spec.ingress[0]?.from[0]?.podSelector).toEqual({
        matchExpressions: [
          {
            key: 'app.kubernetes.io/component',
            operator: 'In',
            values: [service, `migrate-${service}`, 'backup', 'toolbox'],
          },
        ],
      });
    },
  );
});
