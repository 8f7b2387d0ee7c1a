// Implements `@jest/globals` on Node. Loaded for each test file, before anything else in it.
import { env } from 'node:process';
import { bind } from 'jest-each';
import pTimeout from 'p-timeout';
import { TEST_LIMIT_MS } from './limit.mjs';

const FIRST_ENVIRONMENT = Symbol.for('environment of the test run');
/** The default timeout of tests and hooks. */
let limitMs = TEST_LIMIT_MS;

// A worker runs several files: settings of one must not affect the next.
const first = (globalThis[FIRST_ENVIRONMENT] ??= { ...env });
for (const name of Object.keys(env)) if (!(name in first)) delete env[name];
Object.assign(env, first);

/** The runner has no timeouts, so each test and hook gets its own. */
const limit = (run, ms, name) =>
  run &&
  (() => {
    const milliseconds = ms ?? limitMs;
    const message = `${name} did not end within ${milliseconds} ms.`;
    return pTimeout(Promise.resolve().then(run), { milliseconds, message });
  });
const limitTest = (add) => {
  const limited = (title, run, ms) => add(title, limit(run, ms, 'The test'), ms);
  return Object.assign(limited, { each: bind(limited, false), skip: add.skip, only: add.only });
};
const limitHook = (add) => (run, ms) => add(limit(run, ms, 'The hook'), ms);

export const { expect, describe } = globalThis;
export const it = limitTest(globalThis.it);
export const test = it;
export const beforeAll = limitHook(globalThis.beforeAll);
export const afterAll = limitHook(globalThis.afterAll);
export const beforeEach = limitHook(globalThis.beforeEach);
export const afterEach = limitHook(globalThis.afterEach);
export const jest = {
  ...globalThis.jest,
  setTimeout: (ms) => {
    limitMs = ms;
  },
};
