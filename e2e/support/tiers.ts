/**
 * Which browser tests guard a merge (`npm test`), and which only the full run has (`npm run test:full`). A new file
 * guards a merge unless it is named here; a single test or group leaves it by the tag `@full`.
 */
export const FULL_ONLY_FILES = [
  'routes', // every page as every role; guards.spec.ts keeps the rules themselves
  'messages-of-calls', // every message of a failed call
  'messages-of-the-page', // every message of the page itself
  'hostile-names',
  'releases', // builds further versions of a remote
  'page-weight',
  'traces',
].map((name) => `**/${name}.spec.ts`);

/** The tag of tests that only the full run has. */
export const FULL_ONLY = '@full';
