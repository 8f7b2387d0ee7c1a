import { registerHooks } from 'node:module';

// Ends an orphaned worker, which also ends the services that it started over IPC.
process.on('disconnect', () => process.exit());

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const ARGON2 = new URL('argon2.mjs', import.meta.url).href;
const TEST_CODE = /\/test\/(?!fixtures\/)/;

/**
 * Test files run directly on Node. `@jest/globals` resolves to the runner's globals. Shared test modules are loaded
 * again for each test file, because the query in the test file's URL is passed on to its imports.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const query = /\?\d+$/.exec(context.parentURL ?? '')?.[0] ?? '';
    if (specifier === '@jest/globals') return { url: GLOBALS + query, shortCircuit: true };
    if (specifier === '@node-rs/argon2' && context.parentURL !== ARGON2)
      return { url: ARGON2, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const { url } = resolved;
    const isOurs = url.startsWith('file:') && !url.includes('/node_modules/') && TEST_CODE.test(url);
    return isOurs ? { ...resolved, url: url + query } : resolved;
  },
});
