import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const tests = (folder) => join(root, folder, '**', 'test', '**', '*.test.ts');

export const nodeProject = {
  displayName: 'node',
  rootDir: root,
  testEnvironment: 'node',
  testMatch: [
    tests('services'),
    tests('gateway'),
    tests('tests'),
    tests('bench'),
    tests('deploy'),
    tests('packages/!(web-kit|ui-kit)'),
    // These tests are excluded here, because a command-line option would replace the ignored paths.
    '!**/packages/page-start/test/browser/**',
  ],
  runner: 'jest-light-runner/child-process',
  setupFiles: [join(import.meta.dirname, 'native.mjs')],
};
