import { ROOT } from '@qr-attendance/stack';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';

const program = createCommandLine(
  'npm run admin -- secrets',
  'Creates the secrets of a system that runs in containers (docs/operations/secrets.md).',
).executableDir(ROOT);
program.command('compose', 'writes settings and new secrets to .env', {
  executableFile: 'packages/tooling/src/compose/secrets-command.ts',
});
program.command('kubernetes', 'creates a Secret, or replaces one of its secrets', {
  executableFile: 'deploy/helm/make-secrets.ts',
});
parseCommandLine(program);
