/**
 * The browser tests that guard a merge (`npm test`): the main job, who may see what, accessibility, bad networks and
 * busy servers, and presses that are not lost, three runs on a random network among them. All others run in `npm run test:full`.
 */
export const MERGE_FILES = [
  'main-job',
  'scan-before-sign-in',
  'guards',
  'accessibility',
  'bad-wifi',
  'offline',
  'one-identity',
  'random-network',
  'renewal',
  'resilience',
].map((name) => `**/${name}.spec.ts`);
