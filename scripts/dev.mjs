import { handOver } from './hand-over.mjs';

handOver('packages/local-stack/src/cli/dev.ts');
