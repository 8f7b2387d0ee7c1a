import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { copySources, type Release } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import { generate } from '../src/generate/generate.ts';

let copy: Release;
beforeAll(async () => {
  copy = await copySources();
});
afterAll(() => copy?.remove());

const run = async (program: string, ...args: string[]): Promise<void> => {
  const { exitCode, all } = await execa(process.execPath, [join('node_modules', program), ...args], {
    cwd: copy.root,
    reject: false,
    all: true,
  });
  expect({ exitCode, said: exitCode === 0 ? '' : all }).toEqual({ exitCode: 0, said: '' });
};

const checkTypes = async (settings: 'node' | 'web', files: string[]): Promise<void> => {
  const project = `tsconfig.made-${settings}.json`;
  await writeFile(
    join(copy.root, project),
    JSON.stringify({ extends: `./tsconfig.${settings}.json`, include: [...files, '*/src/*.d.ts'] }),
  );
  await run('typescript-native/bin/tsc', '-p', project);
};

const isMarkdown = (file: string) => file.endsWith('.md');

interface Kind {
  kind: string;
  name: string;
  path?: string;
  place?: string;
  options?: Parameters<typeof generate>[4];
  settings: 'web' | 'node';
}
const kinds: Kind[] = [
  { kind: 'page', name: 'grade-overview', place: 'student', settings: 'web' },
  { kind: 'page', path: '/student/courses/:courseId/notes', name: 'course-notes', settings: 'web' },
  { kind: 'page', name: 'room-plan', place: 'teacher', options: { icon: 'BookOutlined' }, settings: 'web' },
  {
    kind: 'page',
    path: ':qrCode/help',
    name: 'code-help',
    place: 'attendance',
    options: { name: 'code-help' },
    settings: 'web',
  },
  { kind: 'route', name: 'count-rooms', place: 'course', settings: 'node' },
  { kind: 'event', name: 'room-changed', place: 'course', settings: 'node' },
];
/** Generated files are type-checked together, because each check reads all their dependencies. */
const files = { web: new Set<string>(), node: new Set<string>() };
const tests = { web: new Set<string>(), node: new Set<string>() };

test.each(kinds)(
  'a new $kind $name is generated and registered',
  async ({ kind, name, path = name, place, options, settings }) => {
    const made = await generate(copy.root, kind, path, place, options);
    expect(made.files.some((file) => file.includes(name))).toBe(true);
    expect(made.next.length).toBeGreaterThan(0);
    const own = made.files.filter((file) => file.includes('/test/') && file.includes(name));
    expect(own).toHaveLength(1);
    for (const file of made.files) files[settings].add(file);
    for (const file of own) tests[settings].add(file);
  },
);

describe.each(['web', 'node'] as const)('generated files for %s', (settings) => {
  test('pass formatting, lint and types', async () => {
    const all = [...files[settings]];
    await run('oxfmt/bin/oxfmt', '--check', ...all);
    const sources = all.filter((file) => !isMarkdown(file));
    await run('oxlint/bin/oxlint', ...sources);
    await checkTypes(
      settings,
      sources.filter((file) => settings === 'node' || !file.startsWith('tests/')),
    );
  });

  test('pass their own tests', async () => {
    await run('jest/bin/jest.js', ...tests[settings], `--selectProjects=${settings}`);
  });
});

test('the texts and headings of generated pages exist', async () => {
  await run('../packages/tooling/src/pages/main.ts');
});

test('an invalid request changes nothing and reports the reason', async () => {
  const status = async () => (await execa('git', ['status', '--short'], { cwd: copy.root })).stdout;
  await execa('git', ['init', '--quiet'], { cwd: copy.root });
  await execa('git', ['add', '--all'], { cwd: copy.root });
  const before = await status();
  await generate(copy.root, 'page', 'seat-map');
  const once = await status();
  expect(once).not.toBe(before);
  await expect(generate(copy.root, 'page', 'seat-map')).rejects.toThrow('seat-map-page.tsx exists already');
  await expect(generate(copy.root, 'page', 'Seat Map')).rejects.toThrow('kebab case');
  await expect(generate(copy.root, 'page', 'seat-list', 'library')).rejects.toThrow('student, teacher');
  await expect(generate(copy.root, 'page', 'help', 'attendance')).rejects.toThrow('/attendance/:qrCode');
  await expect(
    generate(copy.root, 'page', 'seats/:seatId', 'student', { icon: 'BookOutlined' }),
  ).rejects.toThrow('no page with a parameter');
  await expect(generate(copy.root, 'shelf', 'seat-list')).rejects.toThrow('npm run new -- page');
  expect(await status()).toBe(once);
});

test('a new route gets a row in the specification', async () => {
  const check = join(copy.root, 'packages/tooling/src/traceability/main.ts');
  const { all } = await execa(process.execPath, [check], { cwd: copy.root, all: true, reject: false });
  expect(all).not.toContain('count-rooms');
});
