import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { replaceable, singletons } from '../src/rspack/shared-modules.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('remotes use exactly the modules that the shell shares', () => {
  const shared = [
    ...read('shell/src/remotes/shared/modules.ts').matchAll(/^ {2}'?([\w@/-]+)'?: shareModule\(/gm),
  ];
  expect(shared.map(([, name]) => name).sort()).toEqual([...singletons, ...replaceable].sort());
});

const sources = globSync('{shell,mfe-*,packages/*-kit}/src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: [
    'packages/{server/**,messaging/**,observability/**,web-kit/src/testing/**}',
    'shell/src/first-pages.tsx',
  ],
});

describe('antd', () => {
  test('is provided completely by the shell', () => {
    const components = globSync('node_modules/antd/es/[a-z]*/index.js', { cwd: root })
      .map((file) => basename(dirname(file)))
      .filter((name) => name !== 'version');
    const [, list = ''] =
      /antdComponents = \[([^\]]*)\]/.exec(read('shell/src/remotes/shared/antd.ts')) ?? [];
    const provided = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);
    expect(components.length).toBeGreaterThan(50);
    expect(provided.sort()).toEqual([...components, 'date-picker/generatePicker'].sort());
  });

  test('is never imported from its root, except for types', () => {
    const whole = sources.filter((path) =>
      /^import (?!type )[^;]*from '(antd|@ant-design\/icons\/(?!package\.json).*)';/m.test(read(path)),
    );
    expect(whole).toEqual([]);
  });
});

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => name.replace(/ as .*$/, ''));
const provided = (file: string): string[] =>
  namesIn(/export \{([^}]*)\} from/.exec(read(`shell/src/remotes/shared/parts/${file}`))?.[1] ?? '');
const webSources = [
  ...sources,
  ...globSync('packages/contracts/src/**/*.ts', {
    cwd: root,
    exclude: ['packages/contracts/src/samples/**'],
  }),
];
const importedFrom = (name: string): string[] =>
  webSources.flatMap((path) =>
    [...read(path).matchAll(new RegExp(`^import (?:\\{([^}]*)\\}|([^{;]*)) from '${name}';`, 'gm'))]
      .filter(([whole]) => !whole.startsWith('import type'))
      .flatMap(([, names, all]) => (all ? [all] : namesIn(names ?? ''))),
  );

describe('packages that the shell provides partially', () => {
  test.each([
    ['idb', 'idb.ts'],
    ['react-i18next', 'react-i18next.ts'],
    ['@tanstack/react-query', 'react-query.ts'],
  ])('provide exactly what is imported outside tests: %s', (name, file) => {
    const imported = [...new Set(importedFrom(name))].sort();
    expect(imported.length).toBeGreaterThan(0);
    expect(provided(file).sort()).toEqual(imported);
  });

  test('include everything that is imported from react-router', () => {
    expect(provided('react-router.ts')).toEqual(expect.arrayContaining(importedFrom('react-router')));
  });

  test('include exactly what schemas use from zod', () => {
    expect([...new Set(importedFrom('zod/mini'))]).toEqual(['z']);
    const types = /^(infer|input|output|Zod\w+)$/;
    const used = webSources.flatMap((path) =>
      [...read(path).matchAll(/\bz\s*\.(\w+)/g)].map(([, name]) => name ?? ''),
    );
    const values = [...new Set(used)].filter((name) => !types.test(name)).sort();
    expect(values).toContain('object');
    expect(provided('zod-mini-parts.ts').sort()).toEqual(values);
  });
});
