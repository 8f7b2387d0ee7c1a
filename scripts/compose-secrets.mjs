import { handOver } from './hand-over.mjs';

await handOver('packages/tooling/src/compose/secrets-command.ts');
