/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { antd } from '../src/remotes/shared/antd.ts';
import { checkSharing, sharedModules } from '../src/remotes/shared/modules.ts';

const shared = { ...sharedModules, ...antd };
const needs = (...names: string[]) => ({ version: '*', names });
const withCopy = (...names: string[]) => ({ ...needs(...names), hasCopy: true });

test('accepts an older remote that imports fewer names', () => {
  const taken = { 'react-router': needs('Link'), 'zod/mini': withCopy('z.object', 'z.iso') };
  expect(checkSharing(taken, shared)).toEqual({ missing: [], own: [] });
  expect(checkSharing({}, shared)).toEqual({ missing: [], own: [] });
});

test('does not check names of modules that are shared completely', () => {
  const taken = { react: needs('aLaterHook'), 'antd/es/button': needs('default') };
  expect(checkSharing(taken, shared)).toEqual({ missing: [], own: [] });
});

test('accepts a remote that is the first to use an antd component', () => {
  expect(checkSharing({ 'antd/es/calendar': needs('default') }, shared)).toEqual({ missing: [], own: [] });
});

test('rejects a remote that needs a name that a singleton module does not share', () => {
  const taken = { 'react-router': needs('Link', 'useFetcher'), 'antd/es/of-tomorrow': needs('default') };
  expect(checkSharing(taken, shared)).toEqual({
    missing: ['useFetcher of react-router', 'antd/es/of-tomorrow'],
    own: [],
  });
});

test('rejects a remote that needs a later version of a singleton module, and names both versions', () => {
  expect(checkSharing({ react: { version: '^99.1.0', names: [] } }, shared).missing).toEqual([
    expect.stringMatching(/^react \^99\.1\.0 instead of \d+\.\d+\.\d+$/),
  ]);
});

test('lets a remote use its own copy of a module if it needs more names or a later version', () => {
  const taken = {
    'zod/mini': withCopy('z.string', 'z.xor'),
    idb: withCopy('*'),
    i18next: { version: '^99.0.0', names: [], hasCopy: true },
    '@tanstack/react-query': withCopy('useQuery'),
  };
  expect(checkSharing(taken, shared)).toEqual({ missing: [], own: ['zod/mini', 'idb', 'i18next'] });
});
