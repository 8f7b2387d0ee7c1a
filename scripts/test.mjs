import { handOver } from './hand-over.mjs';

await handOver('packages/tooling/src/test-command/main.ts');
