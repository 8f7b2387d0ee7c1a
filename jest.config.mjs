import { TEST_LIMIT_MS } from './packages/tooling/jest/limit.mjs';
import { nodeProject } from './packages/tooling/jest/node.mjs';
import { webProject } from './packages/tooling/jest/web.mjs';

export default {
  projects: [nodeProject, webProject],
  testTimeout: TEST_LIMIT_MS,
  maxWorkers: 2,
};
