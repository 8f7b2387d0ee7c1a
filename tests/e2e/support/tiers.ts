/** The browser tests of `npm test`. All others run in `npm run test:full`. */
export const MERGE_FILES = [
  'main-job',
  'scan-before-sign-in',
  'guards',
  'accessibility',
  'bad-wifi',
  'offline',
  'one-identity',
  'page-weight',
  'random-network',
  'resilience',
].map((name) => `**/${name}.spec.ts`);
