// Implements `@jest/globals` on Node. Loaded for each test file before all other modules.
import { env } from 'node:process';
import { bind } from 'jest-each';
import pTimeout from 'p-timeout';
import { TEST_LIMIT_MS } from './limit.mjs';

const FIRST_ENVIRONMENT = Symbol.for('environment of the test run');
// A worker runs several files: the environment of one file must not affect the next file.
const first = (globalThis[FIRST_ENVIRONMENT] ??= { ...env });
for (const name of Object.keys(env)) if (!(name in first)) delete env[name];
Object.assign(env, first);

/** The runner has no time-outs, so each test and hook is wrapped with a time-out. */
const limit = (run, name) =>
  run &&
  (() => {
    const message = `${name} did not end within ${TEST_LIMIT_MS} ms.`;
    return pTimeout(Promise.resolve().then(run), { milliseconds: TEST_LIMIT_MS, message });
  });
const limitTest = (add) => {
  const limited = (title, run) => add(title, limit(run, 'The test'));
  return Object.assign(limited, { each: bind(limited, false), skip: add.skip, only: add.only });
};
const limitHook = (add) => (run) => add(limit(run, 'The hook'));

export const { expect, describe } = globalThis;
export const it = limitTest(globalThis.it);
export const test = it;
export const beforeAll = limitHook(globalThis.beforeAll);
export const afterAll = limitHook(globalThis.afterAll);
export const beforeEach = limitHook(globalThis.beforeEach);
export const afterEach = limitHook(globalThis.afterEach);
export const { jest } = globalThis;
