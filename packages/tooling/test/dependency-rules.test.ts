import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import rules from '../dependency-rules.mjs';
import { findViolations } from '../src/boundaries/violations.ts';

const root = resolve(import.meta.dirname, '../../..');
const fixture = join(import.meta.dirname, 'fixtures', 'forbidden');

const folders = ['packages', 'services', 'gateway', 'shell', 'mfe-teacher', 'mfe-student'];

const broken: [rule: string, file: string][] = [
  ['no-cycles', 'services/session/src/chicken.ts'],
  ['a-remote-knows-no-other-remote-nor-the-shell', 'mfe-student/src/peeks-at-teacher.ts'],
  ['a-remote-knows-no-other-remote-nor-the-shell', 'mfe-student/src/peeks-at-shell.ts'],
  ['the-shell-knows-remotes-by-url-alone', 'shell/src/names-a-remote.ts'],
  ['a-service-knows-no-other-service', 'services/course/src/calls-auth.ts'],
  ['the-gateway-knows-no-service', 'gateway/src/calls-auth.ts'],
  ['a-part-of-the-gateway-knows-no-other-part', 'gateway/src/proxy/knows-a-limit.ts'],
  ['browser-code-uses-browser-packages', 'mfe-student/src/uses-a-server-package.ts'],
  ['servers-use-server-packages', 'services/course/src/uses-a-browser-package.ts'],
  ['browser-code-uses-browser-packages', 'packages/page-start/src/browser/uses-a-server-package.ts'],
  ['servers-use-server-packages', 'packages/page-start/src/gateway/uses-a-browser-package.ts'],
  ['contracts-know-nobody', 'packages/contracts/src/knows-a-kit.ts'],
  ['observability-knows-no-server', 'packages/observability/src/uses-a-server.ts'],
  ['server-knows-no-bus', 'packages/server/src/uses-the-bus.ts'],
  ['messaging-knows-no-tools', 'packages/messaging/src/uses-the-test-kit.ts'],
  ['packages-know-no-app', 'packages/server/src/knows-an-app.ts'],
  ['subjects-of-a-core-form-no-cycle', 'services/course/src/core/hens'],
  ['rules-stay-pure', 'services/auth/src/sign-in/rules/calls-a-use-case.ts'],
  ['the-inside-of-a-service-is-private', 'gateway/src/reads-data.ts'],
  ['rules-know-only-types-of-the-database', 'services/auth/src/sign-in/rules/connects.ts'],
  ['features-know-no-other-feature', 'mfe-teacher/src/features/b/peeks-at-a.ts'],
];

/** Imports that a service must not contain, and the rule that forbids them. */
const shape: [rule: string, file: string, imported: string][] = [
  [
    'a-feature-of-a-service-knows-no-other-feature',
    'features/one/knows-a-sibling.ts',
    'features/other/other.ts',
  ],
  ['a-feature-of-a-service-knows-no-other-feature', 'features/one/knows-composition.ts', 'app.ts'],
  ['the-core-of-a-service-knows-no-feature', 'core/knows-a-feature.ts', 'features/other/other.ts'],
  ['the-core-of-a-service-knows-no-feature', 'core/knows-composition.ts', 'app.ts'],
  ['projections-of-a-service-know-only-the-database', 'projections/knows-the-core.ts', 'core/facts.ts'],
  [
    'projections-of-a-service-know-only-the-database',
    'projections/knows-a-feature.ts',
    'features/other/other.ts',
  ],
  ['the-database-of-a-service-knows-nobody', 'db/knows-projections.ts', 'projections/names.ts'],
  ['the-database-of-a-service-knows-nobody', 'db/knows-the-core.ts', 'core/facts.ts'],
];
const allowed: [file: string, imported: string][] = [
  ['routes.ts', 'features/other/other.ts'],
  ['features/other/uses-the-core.ts', 'core/facts.ts'],
  ['features/other/uses-projections.ts', 'projections/names.ts'],
  ['core/uses-projections.ts', 'projections/names.ts'],
  ['projections/uses-the-database.ts', 'db/models.ts'],
];

const services = await readdir(join(root, 'services'));

describe.each(services)('the shape of %s', (service) => {
  let folder: string;
  let violations: string[];
  const src = `services/${service}/src`;
  const write = async (file: string, text: string) => {
    const path = join(folder, src, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shape-'));
    for (const file of [
      'app.ts',
      'features/other/other.ts',
      'core/facts.ts',
      'projections/names.ts',
      'db/models.ts',
    ])
      await write(file, 'export type Thing = 1;\n');
    for (const [file, imported] of [...shape.map(([, ...files]) => files), ...allowed]) {
      const up = '../'.repeat(file.split('/').length - 1) || './';
      await write(file, `import type { Thing } from '${up}${imported}';\n\nexport type Own = Thing;\n`);
    }
    violations = await findViolations(folder, ['services']);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('allows only downward imports, and reports all others, even of types', () => {
    expect(violations).toEqual(
      shape.map(([rule, file, imported]) => `${rule}: ${src}/${file} → ${src}/${imported}`).toSorted(),
    );
  });
});

describe('the dependency rules', () => {
  it('report the violations in the fixture', async () => {
    const violations = await findViolations(fixture, folders);
    const found = violations.map((line) => line.split(' → ')[0]);
    expect(found).toEqual(expect.arrayContaining(broken.map(([rule, file]) => `${rule}: ${file}`)));
  });

  it('are each violated by a fixture, so none is ineffective', () => {
    const names = rules.forbidden?.map(({ name }) => name);
    expect(new Set([...broken, ...shape].map(([rule]) => rule))).toEqual(new Set(names));
  });

  it('are met by the project itself', async () => {
    const violations = await findViolations(root, [...folders, 'mfe-attendance', 'tests']);
    expect(violations).toEqual([]);
  });
});
