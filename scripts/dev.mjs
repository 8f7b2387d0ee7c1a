import { handOver } from './hand-over.mjs';

handOver('packages/cli/src/commands/dev.ts');
