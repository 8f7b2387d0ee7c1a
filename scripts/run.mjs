// Installs the packages unless they are installed, then runs a program: node scripts/run.mjs <file> [arguments].
import { handOver } from './hand-over.mjs';

const [, , entry, ...args] = process.argv;
await handOver(entry, args);
