import { handOver } from './hand-over.mjs';

handOver('packages/tooling/src/test-command/main.ts');
