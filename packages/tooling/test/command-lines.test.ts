import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import pLimit from 'p-limit';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Scripts that pass their arguments on to a third-party program with its own help. */
const OF_OTHERS = ['jest', 'lint', 'format'];
/** Programs behind the commands of npm scripts, and programs without a script. */
const programs = [
  ...globSync('packages/tooling/src/*/main.ts', { cwd: ROOT }).filter(
    (file) => !file.includes('/test-command/'),
  ),
  ...['backups', 'campus', 'secrets'].map((name) => `packages/cli/src/commands/${name}.ts`),
  'packages/tooling/src/compose/secrets-command.ts',
  'deploy/helm/make-secrets.ts',
  'tests/attacks/src/fuzz/main.ts',
  'tests/attacks/src/presence/main.ts',
  'tests/e2e/dev-loop/main.ts',
  'tests/e2e/screenshots/main.ts',
  'tests/faults/src/earlier-data/main.ts',
  'services/attendance/test/near-duplicates/measure.ts',
  'services/attendance/src/verify-history.ts',
  'services/attendance/src/verify-roots.ts',
];

/** `scripts/run.mjs` installs packages first, so the test runs the programs that it runs. */
const entryOf = (command: string): string => command.split(' ')[2] ?? '';
const commands = [
  ...Object.entries(scripts)
    .filter(([name]) => !OF_OTHERS.includes(name))
    .map(([name, command]) => ({ name, entry: entryOf(command) })),
  ...programs.map((entry) => ({ name: entry, entry })),
];

// At most two commands run at once, because each command starts a process.
const limit = pLimit(2);
const run = (entry: string, ...args: string[]) =>
  limit(() =>
    execa(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, entry), ...args], {
      cwd: ROOT,
      reject: false,
      stdin: 'ignore',
    }),
  );

describe('every command', () => {
  const answers = Promise.all(
    commands.map(async ({ name, entry }) => ({
      name,
      help: await run(entry, '--help'),
      wrong: await run(entry, '--no-such-option'),
    })),
  );

  it('is covered by this test', () => {
    const names = commands.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['start', 'dev', 'test', 'bench', 'admin', 'check']));
  });

  it('installs packages first', () => {
    const others = Object.entries(scripts).filter(
      ([, command]) => !/^node scripts\/run\.mjs (?:\S+\.ts|node_modules\/\S+)(?: --\S+)*$/.test(command),
    );
    expect(others).toEqual([]);
  });

  it('is one of at most 20 scripts', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  });

  it('answers --help and does nothing else', async () => {
    const bad = (await answers).filter(
      ({ help }) =>
        help.exitCode !== 0 || !/^Usage: (npm|node|verify-)/.test(help.stdout) || help.stderr !== '',
    );
    expect(bad.map(({ name, help }) => [name, help.exitCode, help.stdout, help.stderr])).toEqual([]);
  });

  it('rejects an unknown option and lists the valid options', async () => {
    const bad = (await answers).filter(
      ({ wrong }) =>
        wrong.exitCode !== 1 ||
        !/^\s*error: (unknown|required) option [^]*Usage: [^]*--help/.test(wrong.stderr),
    );
    expect(bad.map(({ name, wrong }) => [name, wrong.exitCode, wrong.stdout, wrong.stderr])).toEqual([]);
  });
});
