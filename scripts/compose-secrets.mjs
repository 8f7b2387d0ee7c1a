import { handOver } from './hand-over.mjs';

handOver('packages/tooling/src/compose/secrets-command.ts');
