import { registerHooks } from 'node:module';

// A worker whose test run was ended is of no use to anybody; by its channels, the services that it started end with it.
process.on('disconnect', () => process.exit());

const GLOBALS = new URL('globals.mjs', import.meta.url).href;
const TEST_CODE = /\/test\/(?!fixtures\/)/;

/**
 * Test files run on Node itself, without a module system in between. `@jest/globals` means what the runner has put into
 * the global scope; what only tests share is loaded again by each test file, which is imported with a query of its own.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const query = /\?\d+$/.exec(context.parentURL ?? '')?.[0] ?? '';
    if (specifier === '@jest/globals') return { url: GLOBALS + query, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const { url } = resolved;
    const isOurs = url.startsWith('file:') && !url.includes('/node_modules/') && TEST_CODE.test(url);
    return isOurs ? { ...resolved, url: url + query } : resolved;
  },
});
