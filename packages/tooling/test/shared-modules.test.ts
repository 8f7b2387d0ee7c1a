import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { antdComponents } from '../src/rspack/shared-modules.ts';

const root = join(import.meta.dirname, '../../..');
const antdImports = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'antd\/es\/([^']+)'/g)].map(
    ([, component]) => component ?? '',
  );

const sources = globSync('{shell,mfe-*,packages/*-kit}/src/**/*.{ts,tsx}', { cwd: root });

describe('antd', () => {
  test('is provided by the shell as the list of shared modules says', () => {
    expect(antdImports('shell/src/remotes/provide-antd.ts').sort()).toEqual([...antdComponents].sort());
  });

  test('is imported by shared component alone, or a remote would bring a copy of its own', () => {
    expect(sources.length).toBeGreaterThan(50);
    const strays = sources.flatMap((path) =>
      antdImports(path)
        .filter((component) => !antdComponents.includes(component))
        .map((component) => `${path}: antd/es/${component}`),
    );
    expect(strays).toEqual([]);
  });

  test('is never imported whole, but for types', () => {
    const whole = sources.filter((path) =>
      /^import (?!type )[^;]*from '(antd|@ant-design\/icons\/.*)';/m.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
    expect(whole).toEqual([]);
  });
});
