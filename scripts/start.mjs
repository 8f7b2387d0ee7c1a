import { handOver } from './hand-over.mjs';

handOver('packages/cli/src/commands/start.ts');
