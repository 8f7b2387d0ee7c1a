import { nodeProject } from './packages/tooling/jest/node.mjs';
import { webProject } from './packages/tooling/jest/web.mjs';

export default {
  projects: [nodeProject, webProject],
  testTimeout: 60_000,
  maxWorkers: 2,
};
