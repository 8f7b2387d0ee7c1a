import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import rules from '../dependency-rules.mjs';

const root = resolve(import.meta.dirname, '../../..');
const fixture = join(import.meta.dirname, 'fixtures', 'forbidden');

interface Violation {
  rule: { name: string };
  from: string;
}

const violationsIn = async (cwd: string, folders: string[]): Promise<Violation[]> => {
  const { stdout } = await execa(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...['--config', join(root, 'packages/tooling/dependency-rules.mjs'), '--output-type', 'json'],
      ...folders,
    ],
    { cwd, reject: false, maxBuffer: 50_000_000 },
  );
  const report = JSON.parse(stdout) as { summary: { violations: Violation[]; totalCruised: number } };
  expect(report.summary.totalCruised).toBeGreaterThan(10);
  return report.summary.violations;
};
const folders = ['packages', 'services', 'gateway', 'shell', 'mfe-teacher', 'mfe-student'];

const broken: [rule: string, file: string][] = [
  ['no-cycles', 'services/session/src/chicken.ts'],
  ['a-remote-knows-no-other-remote-nor-the-shell', 'mfe-student/src/peeks-at-teacher.ts'],
  ['a-remote-knows-no-other-remote-nor-the-shell', 'mfe-student/src/peeks-at-shell.ts'],
  ['the-shell-knows-remotes-by-url-alone', 'shell/src/names-a-remote.ts'],
  ['a-service-knows-no-other-service', 'services/course/src/calls-auth.ts'],
  ['the-gateway-knows-no-service', 'gateway/src/calls-auth.ts'],
  ['browser-code-uses-browser-packages', 'mfe-student/src/uses-a-server-package.ts'],
  ['servers-use-server-packages', 'services/course/src/uses-a-browser-package.ts'],
  ['contracts-know-nobody', 'packages/contracts/src/knows-a-kit.ts'],
  ['observability-knows-no-server', 'packages/observability/src/uses-a-server.ts'],
  ['server-knows-no-bus', 'packages/server/src/uses-the-bus.ts'],
  ['messaging-knows-no-tools', 'packages/messaging/src/uses-the-test-kit.ts'],
  ['packages-know-no-app', 'packages/server/src/knows-an-app.ts'],
  ['rules-stay-pure', 'services/auth/src/sign-in/rules/calls-a-use-case.ts'],
  ['the-inside-of-a-service-is-private', 'gateway/src/reads-data.ts'],
  [
    'features-of-attendance-know-no-other-feature',
    'services/attendance/src/features/marking/peeks-at-reports.ts',
  ],
  ['facts-of-attendance-know-no-feature', 'services/attendance/src/core/knows-a-feature.ts'],
  ['projections-of-attendance-know-no-facts', 'services/attendance/src/projections/knows-facts.ts'],
  ['features-know-no-other-feature', 'mfe-teacher/src/features/b/peeks-at-a.ts'],
];

describe('the dependency rules', () => {
  it('report the violations of the fixture', async () => {
    const found = (await violationsIn(fixture, folders)).map(({ rule, from }) => `${rule.name}: ${from}`);
    expect(found).toEqual(expect.arrayContaining(broken.map(([rule, file]) => `${rule}: ${file}`)));
  });

  it('are each broken by the fixture, so that none is ineffective', () => {
    const names = rules.forbidden?.map(({ name }) => name);
    expect(new Set(broken.map(([rule]) => rule))).toEqual(new Set(names));
  });

  it('are met by the project itself', async () => {
    expect(await violationsIn(root, [...folders, 'mfe-attendance', 'tests'])).toEqual([]);
  });
});
