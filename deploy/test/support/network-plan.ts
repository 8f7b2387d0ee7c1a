import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { CHART, exampleFile, NAMESPACE } from './helm.ts';
import { podsOf, type Manifest } from './manifests.ts';
import type { Endpoint, Port } from './reachability.ts';

const peer = z.object({
  namespace: z.string().default(NAMESPACE),
  labels: z.record(z.string(), z.string()).default({}),
  cidr: z.string().optional(),
});
const place = z.looseObject({ peers: z.array(peer), port: z.number() });
const store = z.looseObject({ database: place });
const valuesSchema = z.looseObject({
  services: z.object({ auth: store, course: store, session: store, attendance: store }),
  bus: z.looseObject({
    kind: z.enum(['kafka', 'postgres']),
    kafka: z.unknown().optional(),
    postgres: z.unknown().optional(),
  }),
  mail: z.looseObject({ smtp: place.optional() }),
  tracing: place.partial(),
  toolbox: z.looseObject({ databases: z.boolean() }),
  backup: z.looseObject({
    enabled: z.boolean(),
    bucket: place.partial(),
    rehearsal: z.looseObject({ postgres: place.optional(), mongodb: place.optional() }),
  }),
  networkPolicy: z.object({
    ingressPeers: z.array(peer),
    metricsPeers: z.array(peer),
    dnsPeers: z.array(peer),
  }),
});

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const layOver = (base: unknown, over: unknown): unknown => {
  if (!isMap(base) || !isMap(over)) return over ?? base;
  return { ...base, ...Object.fromEntries(Object.entries(over).map(([k, v]) => [k, layOver(base[k], v)])) };
};
const readValues = async (example: string) => {
  const [base, over] = await Promise.all(
    [join(CHART, 'values.yaml'), exampleFile(example)].map(async (file): Promise<unknown> =>
      parse(await readFile(file, 'utf8')),
    ),
  );
  return valuesSchema.parse(layOver(base, over));
};

export const CALLS: Record<string, string[]> = {
  gateway: ['auth', 'course', 'session', 'attendance'],
  auth: [],
  course: ['auth', 'session', 'attendance'],
  session: ['auth', 'course'],
  attendance: ['auth', 'course', 'session'],
};
const SERVICES = ['auth', 'course', 'session', 'attendance'] as const;

export interface Plan {
  endpoints: Endpoint[];
  ports: Port[];
  isAllowed: (from: Endpoint, to: Endpoint, port: Port) => boolean;
}

export const planOf = async (example: string, manifests: Manifest[]): Promise<Plan> => {
  const values = await readValues(example);
  const bus = place.parse(values.bus[values.bus.kind]);
  const outside = (name: string, places: z.output<typeof peer>[]): Endpoint[] =>
    places.map(({ namespace, labels, cidr }) =>
      cidr === undefined
        ? { name, namespace, labels }
        : { name, namespace: 'outside', labels: {}, address: cidr.split('/')[0] ?? '' },
    );
  const own = podsOf(manifests).map(({ component, labels }): Endpoint => ({
    name: component,
    namespace: NAMESPACE,
    labels,
  }));
  const kafka = outside('bus', bus.peers);
  const databases = SERVICES.map((name) => ({
    name,
    ...values.services[name].database,
    ends: outside(`database of ${name}`, values.services[name].database.peers),
  }));
  const smtp = values.mail.smtp;
  const mail = outside('mail', smtp?.peers ?? []);
  const { bucket, rehearsal, enabled: hasBackups } = values.backup;
  const storage = { ends: outside('bucket', bucket.peers ?? []), port: bucket.port ?? 443 };
  const scratch = [rehearsal.postgres, rehearsal.mongodb].flatMap((server) =>
    server ? [{ ends: outside('scratch server', server.peers), port: server.port }] : [],
  );
  const collector = outside('collector', values.tracing.peers ?? []);
  const dns = outside('dns', values.networkPolicy.dnsPeers);
  const ingress = outside('ingress controller', values.networkPolicy.ingressPeers);
  const scrapers = outside('prometheus', values.networkPolicy.metricsPeers);
  const strangers: Endpoint[] = [
    { name: 'stranger beside', namespace: NAMESPACE, labels: { app: 'stranger' } },
    { name: 'stranger elsewhere', namespace: 'default', labels: { app: 'stranger' } },
    { name: 'the internet', namespace: 'outside', labels: {}, address: '203.0.113.7' },
    { name: 'the cloud’s metadata', namespace: 'outside', labels: {}, address: '169.254.169.254' },
    { name: 'the cluster’s API', namespace: 'outside', labels: {}, address: '10.96.0.1' },
  ];

  const allowed: [from: string, to: Endpoint[], port: number, protocol?: 'UDP'][] = [];
  const named = (...names: string[]) => own.filter(({ name }) => names.includes(name));
  const webServers = own.filter(({ name }) => name === 'shell' || name.startsWith('mfe-'));
  for (const [name, called] of Object.entries(CALLS)) allowed.push([name, named(...called), 3000]);
  allowed.push(['toolbox', named(...SERVICES), 3000]);
  for (const { ends, port } of [...databases, storage]) {
    allowed.push(['backup', ends, port]);
    if (values.toolbox.databases && (ends !== storage.ends || hasBackups))
      allowed.push(['toolbox', ends, port]);
  }
  for (const { ends, port } of [...scratch, storage]) allowed.push(['restore-rehearsal', ends, port]);
  allowed.push(['gateway', webServers, 8080], ['test', named('gateway'), 3000]);
  for (const { name, ends, port } of databases)
    for (const from of [name, `migrate-${name}`]) allowed.push([from, ends, port], [from, kafka, bus.port]);
  if (smtp) allowed.push(['auth', mail, smtp.port]);
  for (const name of Object.keys(CALLS)) allowed.push([name, collector, values.tracing.port ?? 4318]);
  const resolving = own.filter((end) => !webServers.includes(end) && end.name !== 'cleanup');
  for (const { name } of resolving) allowed.push([name, dns, 53], [name, dns, 53, 'UDP']);
  for (const { name } of ingress) allowed.push([name, named('gateway'), 3000]);
  for (const { name } of scrapers) allowed.push([name, named(...Object.keys(CALLS)), 9100]);

  const same = (a: Endpoint, b: Endpoint) => a === b || (a.address !== undefined && a.address === b.address);
  const tcp = [
    3000,
    8080,
    9100,
    53,
    22,
    443,
    4318,
    bus.port,
    smtp?.port ?? 25,
    storage.port,
    ...[...databases, ...scratch].map(({ port }) => port),
  ];
  return {
    endpoints: [
      ...own,
      ...kafka,
      ...[...databases, ...scratch, storage].flatMap(({ ends }) => ends),
      ...mail,
      ...collector,
      ...dns,
      ...ingress,
      ...scrapers,
      ...strangers,
    ],
    ports: [
      ...[...new Set(tcp)].map((port): Port => ({ protocol: 'TCP', port })),
      { protocol: 'UDP', port: 53 },
      { protocol: 'UDP', port: 443 },
    ],
    isAllowed: (from, to, { protocol, port }) =>
      allowed.some(
        ([name, ends, allowedPort, allowedProtocol = 'TCP']) =>
          name === from.name &&
          allowedPort === port &&
          allowedProtocol === protocol &&
          ends.some((end) => same(end, to)),
      ),
  };
};
