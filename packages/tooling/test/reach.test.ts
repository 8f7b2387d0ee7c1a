import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { reachOf } from '../src/affected/reach.ts';
import { readOptions } from '../src/test-command/options.ts';
import { chooseStages } from '../src/test-command/stages.ts';

const root = join(import.meta.dirname, '../../..');
const reach = (...files: string[]) => {
  const found = reachOf(files, root);
  if (found === 'everything') throw new Error('everything is reached');
  return found;
};

describe('the scope of a change to', () => {
  it('a page of one area is that area and the browser tests', () => {
    expect(reach('mfe-student/src/remote.tsx')).toEqual({
      tests: ['mfe-student'],
      system: true,
      containers: false,
    });
  });

  it('a unit test of an area is that area without browser tests', () => {
    expect(reach('mfe-student/test/pin-rules.test.ts')).toMatchObject({
      tests: ['mfe-student'],
      system: false,
    });
  });

  it('a use case is the service, everything that starts its process, and the system', () => {
    const { tests, system } = reach('services/course/src/app.ts');
    expect(tests).toEqual(expect.arrayContaining(['services/course', 'packages/stack', 'packages/server']));
    expect(tests).not.toContain('mfe-teacher');
    expect(system).toBe(true);
  });

  it('a package is every workspace that uses the package', () => {
    const { tests } = reach('packages/contracts/src/route.ts');
    expect(tests).toEqual(
      expect.arrayContaining([
        'packages/contracts',
        'services/auth',
        'gateway',
        'shell',
        'mfe-attendance',
        'tests/attacks',
      ]),
    );
    expect(reach('packages/ui-kit/src/theme.ts').tests).not.toContain('services/auth');
  });

  it('a document is every check that reads documents', () => {
    expect(reach('docs/security/privacy.md', 'README.md')).toEqual({
      tests: ['packages/tooling', 'deploy'],
      system: false,
      containers: false,
    });
  });

  it('the lock file, the compiler or the test settings is everything', () => {
    for (const file of ['package-lock.json', 'tsconfig.base.json', 'jest.config.mjs', 'scripts/run.mjs'])
      expect(reachOf([file], root)).toBe('everything');
  });
});

describe('the stages of a run', () => {
  const namesOf = (full: boolean, found: ReturnType<typeof reachOf> = 'everything') =>
    chooseStages({ full, reach: found }).map(({ name }) => name);

  it('for a merge omit the upgrade, fuzz and container stages, which the full run adds', () => {
    expect(namesOf(false)).toEqual([
      'services and tools',
      'attacks',
      'faults, in short',
      'end-to-end tests in Chromium',
      'pages',
    ]);
    expect(namesOf(true)).toEqual([
      'end-to-end tests in Chromium',
      'attacks',
      'rolling upgrade, in short',
      'API fuzz',
      'Compose file',
      'the system in containers',
      'faults, in short',
      'services and tools',
      'pages',
    ]);
  });

  it('omit what the change cannot affect', () => {
    expect(namesOf(false, reach('docs/security/privacy.md'))).toEqual(['services and tools', 'pages']);
    expect(namesOf(true, reach('mfe-student/test/pin-rules.test.ts'))).toEqual([
      'services and tools',
      'pages',
    ]);
  });
});

it('the options of the test command are parsed', () => {
  expect(readOptions([])).toEqual({ full: false, affectedSince: undefined });
  expect(readOptions(['--full'])).toMatchObject({ full: true });
  expect(readOptions(['--affected'])).toMatchObject({ affectedSince: 'origin/main' });
  expect(readOptions(['--affected', '--since=v1.0.0'])).toMatchObject({ affectedSince: 'v1.0.0' });
});
