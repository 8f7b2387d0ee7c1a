export { config as default } from './packages/tooling/eslint/index.mjs';
