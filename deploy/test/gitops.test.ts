import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { CHART, exampleFile, RELEASE } from './support/helm.ts';

const read = (name: string) => readFile(join(CHART, '../examples/gitops', `${name}.yaml`), 'utf8');
const HERE = 'deploy/helm/qr-attendance';

it('Argo CD ignores the replica count of autoscaled deployments only', async () => {
  const { spec } = z
    .looseObject({
      spec: z.looseObject({
        sources: z.array(z.looseObject({ path: z.string().optional() })),
        ignoreDifferences: z.array(z.looseObject({ name: z.string(), jsonPointers: z.array(z.string()) })),
        syncPolicy: z.looseObject({ syncOptions: z.array(z.string()) }),
      }),
    })
    .parse(parse(await read('argo-cd')));
  expect(spec.sources[0]?.path).toBe(HERE);
  expect(spec.syncPolicy.syncOptions).toContain('RespectIgnoreDifferences=true');
  const part = z.looseObject({ autoscaling: z.looseObject({ enabled: z.boolean() }).optional() });
  const { gateway, services, frontends } = z
    .looseObject({
      gateway: part,
      services: z.record(z.string(), part),
      frontends: z.record(z.string(), part),
    })
    .parse(parse(await readFile(exampleFile('large'), 'utf8')));
  const scaled = Object.entries({ gateway, ...services, ...frontends })
    .filter(([, { autoscaling }]) => autoscaling?.enabled)
    .map(([name]) => `${RELEASE}-${name}`);
  expect(spec.ignoreDifferences.map(({ name }) => name).sort()).toEqual(scaled.sort());
  for (const { jsonPointers } of spec.ignoreDifferences) expect(jsonPointers).toEqual(['/spec/replicas']);
});

it('Flux installs the chart from its repository and tests the installation', async () => {
  const [source, release] = parseAllDocuments(await read('flux')).map((document): unknown => document.toJS());
  const { metadata } = z.looseObject({ metadata: z.looseObject({ name: z.string() }) }).parse(source);
  expect(release).toMatchObject({
    spec: {
      releaseName: RELEASE,
      test: { enable: true },
      chart: { spec: { chart: HERE, sourceRef: { kind: 'GitRepository', name: metadata.name } } },
    },
  });
});
