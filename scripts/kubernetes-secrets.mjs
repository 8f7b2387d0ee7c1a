import { handOver } from './hand-over.mjs';

// A file of its own: npm, and an installation, write to standard output too. A name that is given counts instead.
process.argv.splice(2, 0, '--output', 'kubernetes-secrets.yaml');
await handOver('deploy/helm/make-secrets.ts');
