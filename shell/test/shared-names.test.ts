/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { notShared, sharedModules } from '../src/remotes/shared/modules.ts';

test('an older remote, which takes less than there is, fits', () => {
  expect(notShared({ 'react-router-dom': ['Link'], 'zod/mini': ['z.object', 'z.iso'] })).toEqual([]);
  expect(notShared({})).toEqual([]);
});

test('modules that are shared whole are not asked for their names', () => {
  expect(notShared({ react: ['aLaterHook'], 'antd/es/button': ['default'] })).toEqual([]);
});

test('one name more than there is does not fit', () => {
  expect(notShared({ 'react-router-dom': ['Link', 'useOutlet'] })).toEqual(['useOutlet of react-router-dom']);
  expect(notShared({ 'zod/mini': ['z.string', 'z.xor'] })).toEqual(['z.xor of zod/mini']);
});

test('neither does a module as a whole of which only parts are there', () => {
  expect(notShared({ idb: ['*'] })).toEqual(['* of idb']);
});

test('nor a component that is not shared', () => {
  expect(notShared({ 'antd/es/calendar': ['default'] })).toEqual(['antd/es/calendar']);
  expect(Object.keys(sharedModules)).toContain('antd/es/card');
});
