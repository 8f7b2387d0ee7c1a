import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { areaNames } from '@qr-attendance/contracts/areas';
import { z } from 'zod';
import { builtRemotes } from '../../packages/tooling/src/rspack/remotes-list.ts';
import { networkPolicies } from './policies/network.ts';
import { operationPolicies } from './policies/operations.ts';
import { podPolicies } from './policies/pods.ts';
import { secretPolicies } from './policies/secrets.ts';
import {
  CHART,
  exampleFile,
  EXAMPLES,
  describeWithHelm,
  findHelm,
  findValidator,
  KUBERNETES_VERSIONS,
  parseManifests,
  RELEASE,
  renderText,
  runHelm,
} from './support/helm.ts';
import { ofKind, type Manifest } from './support/manifests.ts';
import { planOf } from './support/network-plan.ts';

const SLOW_MS = 300_000;
const helm = await findHelm();
const validator = await findValidator();
const rendered = new Map<string, { text: string; manifests: Manifest[] }>();
if (helm !== undefined)
  for (const example of EXAMPLES) {
    const text = await renderText(helm, example);
    rendered.set(example, { text, manifests: parseManifests(text) });
  }

const needing = (what: string, found: string | undefined, how: string): string =>
  found === undefined ? `${what} (skipped: ${how})` : what;
const of = (example: string): { text: string; manifests: Manifest[] } =>
  rendered.get(example) ?? { text: '', manifests: [] };

describeWithHelm(helm, 'the chart', () => {
  it.each(EXAMPLES)('passes helm lint with the %s example', async (example) => {
    const { ok, output } = await runHelm(helm ?? '', 'lint', '--strict', CHART, '-f', exampleFile(example));
    expect({ ok, output }).toMatchObject({ ok: true });
  });

  it('the chart has a deployment for the gateway, four services, every frontend, and each additional version', () => {
    const names = ['attendance', 'auth', 'course', 'gateway', ...areaNames.map((name) => `mfe-${name}`)];
    const deployed = (example: string) =>
      ofKind(of(example).manifests, 'Deployment').map(({ metadata }) => metadata.name);
    const always = [...names, 'session', 'shell'].map((name) => `${RELEASE}-${name}`).sort();
    expect(deployed('small').sort()).toEqual(always);
    expect(deployed('large').sort()).toEqual([...always, `${RELEASE}-mfe-teacher-1-4-0`].sort());
  });

  it('gives each deployment its own version', async () => {
    const tags = ['gateway', 'services.auth', 'frontends.mfe-teacher', 'frontends.shell'].map(
      (path, index) => `${path}.image.tag=9.0.${index}`,
    );
    const text = await renderText(helm ?? '', 'small', '--set', tags.join(','));
    for (const image of ['gateway:9.0.0', 'auth:9.0.1', 'mfe-teacher:9.0.2', 'shell:9.0.3', 'course:1.0.0'])
      expect(text).toContain(`image: qr-attendance/${image}\n`);
  });

  it('configures the shell to load the remotes of its own image by default', async () => {
    const [map] = ofKind(of('small').manifests, 'ConfigMap');
    const { 'remotes.json': rendered = '' } = z.record(z.string(), z.string()).parse(map?.['data']);
    expect(JSON.parse(rendered)).toEqual(builtRemotes());
  });

  it('restarts no deployment when another version of a remote is added', async () => {
    const further = { 'student-1-4-0': { remote: 'mfe-student', image: { tag: '1.4.0' } } };
    const set = ['--set-json', `remoteVersions.student-1-4-0=${JSON.stringify(further['student-1-4-0'])}`];
    const after = parseManifests(await renderText(helm ?? '', 'large', ...set));
    const deployed = (manifests: Manifest[]) =>
      new Map(ofKind(manifests, 'Deployment').map((one) => [one.metadata.name, JSON.stringify(one)]));
    const [before, now] = [deployed(of('large').manifests), deployed(after)];
    for (const [name, text] of before) expect(now.get(name)).toBe(text);
    expect([...now.keys()].filter((name) => !before.has(name))).toEqual([`${RELEASE}-mfe-student-1-4-0`]);
    const map = ofKind(after, 'ConfigMap').find(({ metadata }) => metadata.name === `${RELEASE}-remotes`);
    const { 'servers.json': servers = '' } = z.record(z.string(), z.string()).parse(map?.['data']);
    expect(JSON.parse(servers)).toMatchObject({
      'student-1-4-0': `http://${RELEASE}-mfe-student-1-4-0:8080`,
    });
  });

  it('restarts no gateway when a remote is switched to another version', async () => {
    const entry = 'remotes.teacher.entry=/remotes/teacher-1-4-0/mf-manifest.json';
    const changed = parseManifests(await renderText(helm ?? '', 'large', '--set', entry));
    const different = changed.filter(
      (manifest, index) => JSON.stringify(manifest) !== JSON.stringify(of('large').manifests[index]),
    );
    expect(different.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      `ConfigMap ${RELEASE}-remotes`,
    ]);
  });
});

(validator === undefined || helm === undefined ? describe.skip : describe)(
  needing('every manifest', helm && validator, 'no Go, or no Python, here that could check schemas'),
  () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'manifests-'));
    });
    afterAll(() => rm(folder, { recursive: true }));
    const validate = async (version: string, text: string) => {
      const file = join(folder, `${version}-${Math.random()}.yaml`);
      await writeFile(file, text);
      const options = ['--strict', '--kubernetes-version', version];
      const { exitCode, all } = await execa(validator ?? '', [...options, file], {
        all: true,
        reject: false,
      });
      return { exitCode, all };
    };

    it.each(KUBERNETES_VERSIONS)(
      'the chart is valid for Kubernetes %s',
      async (version) => {
        const additions = join(import.meta.dirname, 'support', 'all-additions.yaml');
        const extended = await renderText(helm ?? '', 'large', '-f', additions);
        for (const text of [...EXAMPLES.map((example) => of(example).text), extended]) {
          const { all, exitCode } = await validate(version, text);
          expect({ all, exitCode }).toMatchObject({ exitCode: 0 });
          expect(all.match(/ passed /g)).toHaveLength(parseManifests(text).length);
        }
        const wrong = of('small').text.replace('terminationGracePeriodSeconds:', 'terminationGraceSeconds:');
        expect((await validate(version, wrong)).exitCode).not.toBe(0);
      },
      SLOW_MS,
    );
  },
);

for (const example of EXAMPLES) {
  const { manifests } = of(example);
  const plan = helm === undefined ? undefined : await planOf(example, manifests);
  const policies = [
    ...podPolicies,
    ...secretPolicies,
    ...operationPolicies,
    ...(plan ? networkPolicies(plan) : []),
  ];
  describeWithHelm(helm, `the ${example} example`, () => {
    it.each(policies.map((policy) => [policy.name, policy] as const))(
      'satisfies the policy: %s',
      (_name, { check }) => {
        expect(check(manifests)).toEqual([]);
      },
    );

    const violations = policies.flatMap(({ name, check, violations: found }) =>
      Object.entries(found).map(([what, commit]) => [what, name, check, commit] as const),
    );
    it.each(violations)('policy detects a violation: %s (%s)', (_what, _name, check, commit) => {
      expect(check(commit(manifests))).not.toEqual([]);
    });
  });
}
