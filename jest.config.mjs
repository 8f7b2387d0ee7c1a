import { nodeProject } from './packages/tooling/jest/node.mjs';
import { webProject } from './packages/tooling/jest/web.mjs';

export default {
  projects: [nodeProject, webProject],
  // Only ends what hangs: a busy machine may be slow.
  testTimeout: 300_000,
  maxWorkers: 2,
};
