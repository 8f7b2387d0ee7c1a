import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { z } from 'zod';
import { describeWithHelm, findHelm, parseManifests, RELEASE, renderText } from './support/helm.ts';
import { ofKind } from './support/manifests.ts';

const helm = await findHelm();
const DEPLOYMENTS = '/apis/apps/v1/namespaces/attendance/deployments/';
const running: Record<string, { replicas?: unknown; annotations?: Record<string, string> }> = {};

const answerTo = (path: string): unknown => {
  const version = { groupVersion: 'apps/v1', version: 'v1' };
  const name = path.startsWith(DEPLOYMENTS) ? path.slice(DEPLOYMENTS.length) : undefined;
  const release = name === undefined ? undefined : running[name];
  if (release) {
    const { replicas, annotations } = release;
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name,
        annotations,
      },
      spec: { replicas },
    };
  }
  const kind = { name: 'deployments', singularName: 'deployment', kind: 'Deployment' };
  return {
    '/apis/apps/v1': {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'apps/v1',
      resources: [
        {
          ...kind,
          namespaced: true,
          verbs: ['get'],
        },
      ],
    },
    '/apis': {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        {
          name: 'apps',
          versions: [version],
          preferredVersion: version,
        },
      ],
    },
    '/api': { kind: 'APIVersions', versions: [] },
  }[path];
};

let folder: string;
let cluster: Server;
const configFile = () => join(folder, 'kubeconfig.json');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  cluster = createServer(({ url = '' }, response) => {
    const body = answerTo(url.replace(/\?.*/, ''));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { kind: 'Status', code: 404, reason: 'NotFound' }));
  });
  await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
  const server = `http://127.0.0.1:${(cluster.address() as AddressInfo).port}`;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'it',
    clusters: [
      {
        name: 'it',
        cluster: { server },
      },
    ],
    contexts: [
      {
        name: 'it',
        context: {
          cluster: 'it',
          user: 'it',
        },
      },
    ],
    users: [
      {
        name: 'it',
        user: {},
      },
    ],
  };
  await writeFile(configFile(), JSON.stringify(config));
});
afterAll(async () => {
  cluster.closeAllConnections();
  await new Promise((resolve) => cluster.close(resolve));
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  for (const name of Object.keys(running)) Reflect.deleteProperty(running, name);
});

const replicasOf = (text: string, name: string): unknown => {
  const release = ofKind(parseManifests(text), 'Deployment').find((one) => one.metadata.name === name);
  return z.looseObject({ replicas: z.unknown() }).parse(release?.spec).replicas;
};
const renderOnServer = (...args: string[]) =>
  renderText(helm ?? '', 'large', '--dry-run=server', '--kubeconfig', configFile(), ...args);

describeWithHelm(helm, 'a release with autoscaling', () => {
  it('starts with the minimum, and keeps the current number of replicas in an upgrade', async () => {
    running[`${RELEASE}-auth`] = { replicas: 7 };
    const text = await renderOnServer();
    expect(replicasOf(text, `${RELEASE}-auth`)).toBe(7);
    expect(replicasOf(text, `${RELEASE}-gateway`)).toBe(4);
  });

  it('keeps the number of replicas within its limits, however many are running', async () => {
    running[`${RELEASE}-auth`] = { replicas: 1 };
    running[`${RELEASE}-gateway`] = { replicas: 90 };
    const text = await renderOnServer();
    expect(replicasOf(text, `${RELEASE}-auth`)).toBe(3);
    expect(replicasOf(text, `${RELEASE}-gateway`)).toBe(20);
  });

  it('uses the replica count from the values if autoscaling is off', async () => {
    running[`${RELEASE}-course`] = { replicas: 9 };
    expect(replicasOf(await renderOnServer(), `${RELEASE}-course`)).toBe(3);
  });

  it('starts with the minimum when the chart is rendered without a cluster', async () => {
    expect(replicasOf(await renderText(helm ?? '', 'large'), `${RELEASE}-auth`)).toBe(3);
  });
});

describeWithHelm(helm, 'an upgrade', () => {
  const ALL = ['attendance', 'auth', 'course', 'session'];
  const migratedBy = (text: string): string[] =>
    ofKind(parseManifests(text), 'Job')
      .map(({ metadata }) => metadata.name.replace(`${RELEASE}-migrate-`, ''))
      .sort();
  const install = async (): Promise<void> => {
    const text = await renderOnServer();
    expect(migratedBy(text)).toEqual(ALL);
    for (const { metadata } of ofKind(parseManifests(text), 'Deployment'))
      running[metadata.name] = { replicas: 2, annotations: metadata.annotations };
  };

  it('migrates a service whose image changed, and no service if only a remote changed', async () => {
    await install();
    expect(migratedBy(await renderOnServer())).toEqual([]);
    const remote = '/remotes/teacher-1-4-0/mf-manifest.json';
    expect(migratedBy(await renderOnServer('--set', `remotes.teacher.entry=${remote}`))).toEqual([]);
    expect(migratedBy(await renderOnServer('--set', 'gateway.image.tag=1.2.0'))).toEqual([]);
    expect(migratedBy(await renderOnServer('--set', 'services.course.image.tag=1.2.0'))).toEqual(['course']);
  });

  it('migrates a service whose database changed, and all services if the bus changed', async () => {
    await install();
    const url = 'services.auth.database.url.name=auth-db-2';
    expect(migratedBy(await renderOnServer('--set', url))).toEqual(['auth']);
    expect(migratedBy(await renderOnServer('--set', 'bus.kafka.topicPrefix=other.'))).toEqual(ALL);
  });

  it('migrates all services on request', async () => {
    await install();
    expect(migratedBy(await renderOnServer('--set', 'migrations.run=always'))).toEqual(ALL);
  });

  it('migrates all services if the previous release has no annotations', async () => {
    for (const name of ALL) running[`${RELEASE}-${name}`] = { replicas: 2 };
    expect(migratedBy(await renderOnServer())).toEqual(ALL);
  });
});
