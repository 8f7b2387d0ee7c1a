/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { findUnshared, sharedModules } from '../src/remotes/shared/modules.ts';

test('accepts an older remote that uses fewer names', () => {
  expect(findUnshared({ 'react-router-dom': ['Link'], 'zod/mini': ['z.object', 'z.iso'] })).toEqual([]);
  expect(findUnshared({})).toEqual([]);
});

test('does not check names of modules that are shared whole', () => {
  expect(findUnshared({ react: ['aLaterHook'], 'antd/es/button': ['default'] })).toEqual([]);
});

test('rejects a remote that uses an unshared name', () => {
  expect(findUnshared({ 'react-router-dom': ['Link', 'useOutlet'] })).toEqual([
    'useOutlet of react-router-dom',
  ]);
  expect(findUnshared({ 'zod/mini': ['z.string', 'z.xor'] })).toEqual(['z.xor of zod/mini']);
});

test('rejects a remote that needs a partly shared module whole', () => {
  expect(findUnshared({ idb: ['*'] })).toEqual(['* of idb']);
});

test('rejects a remote that uses an unshared component', () => {
  expect(findUnshared({ 'antd/es/calendar': ['default'] })).toEqual(['antd/es/calendar']);
  expect(Object.keys(sharedModules)).toContain('antd/es/card');
});
