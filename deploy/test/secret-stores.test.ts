import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { CHART, EXAMPLES, describeWithHelm, findHelm, parseManifests, renderText } from './support/helm.ts';
import { ofKind, podsOf, type Manifest } from './support/manifests.ts';

const helm = await findHelm();
const SECRET = 'qr-attendance';
const RELOADER = 'secret.reloader.stakater.com/auto';

const objectsOf = async (file: string) =>
  parseAllDocuments(await readFile(join(CHART, '../examples/secrets', `${file}.yaml`), 'utf8')).map(
    (document) =>
      z
        .looseObject({
          kind: z.string(),
          metadata: z.looseObject({ name: z.string(), namespace: z.literal('attendance') }),
          spec: z.looseObject({}),
        })
        .parse(document.toJS()),
  );
const specOf = async (file: string, kind: string) =>
  (await objectsOf(file)).find((object) => object.kind === kind)?.spec;
const deployments = (manifests: Manifest[]) => ofKind(manifests, 'Deployment');
const annotated = (manifests: Manifest[]) =>
  deployments(manifests)
    .filter(({ metadata }) => metadata.annotations[RELOADER] === 'true')
    .map(({ metadata }) => metadata.name)
    .toSorted();

describeWithHelm(helm, 'secrets that change under one name', () => {
  const users = (manifests: Manifest[]) =>
    podsOf(manifests)
      .filter(({ kind }) => kind === 'Deployment')
      .filter(({ containers }) => JSON.stringify(containers).includes(`"secretKeyRef":{"name":"${SECRET}"`))
      .map(({ name }) => name)
      .toSorted();

  it('Vault Secrets Operator fills the Secret of the examples, and restarts exactly the parts that use it', async () => {
    const spec = z
      .looseObject({
        destination: z.looseObject({ name: z.literal(SECRET) }),
        rolloutRestartTargets: z.array(z.object({ kind: z.literal('Deployment'), name: z.string() })),
      })
      .parse(await specOf('vault-secrets-operator', 'VaultStaticSecret'));
    const targets = spec.rolloutRestartTargets.map(({ name }) => name).toSorted();
    for (const example of EXAMPLES)
      expect(targets).toEqual(users(parseManifests(await renderText(helm ?? '', example))));
  });

  it('Reloader watches the Secret of every process and no ConfigMap, only if the values request it', async () => {
    const args = ['--set', 'secrets.restartOnChange=true'];
    const manifests = parseManifests(await renderText(helm ?? '', 'large', ...args));
    expect(annotated(manifests)).toEqual(users(manifests));
    const text = JSON.stringify(deployments(manifests));
    for (const others of ['"reloader.stakater.com/auto"', 'configmap.reloader.stakater.com'])
      expect(text).not.toContain(others);
    expect(annotated(parseManifests(await renderText(helm ?? '', 'large')))).toEqual([]);
  });
});

it('External Secrets fills the Secret of the examples from an existing store; the Secret is kept when the ExternalSecret is deleted', async () => {
  const [store] = await objectsOf('external-secrets');
  expect(await specOf('external-secrets', 'ExternalSecret')).toMatchObject({
    secretStoreRef: { kind: store?.kind, name: store?.metadata.name },
    target: { name: SECRET, deletionPolicy: 'Retain' },
  });
});
