import { handOver } from './hand-over.mjs';

await handOver('packages/cli/src/commands/admin.ts');
