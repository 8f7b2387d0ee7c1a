import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isRunnable } from '../src/infrastructure/python-program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qr-python-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['whose interpreter moved away with the project', '#!/moved/project/bin/python\nimport re\n', false],
  [
    'whose interpreter moved away from a path with spaces',
    `#!/bin/sh\n'''exec' "/moved project/bin/python" "$0" "$@"\n' '''\n`,
    false,
  ],
  ['whose interpreter exists', `#!${process.execPath}\nimport re\n`, true],
  ['without an interpreter line', '\u007fELF', true],
])('whether an installed program %s can run', async (title, text, runnable) => {
  const path = join(folder, title.replaceAll(' ', '-'));
  await writeFile(path, text);
  expect(await isRunnable(path)).toBe(runnable);
});

test('a program that is not installed is not used', async () => {
  expect(await isRunnable(join(folder, 'missing'))).toBe(false);
});
