import { dirname } from 'node:path';
import { createCommandLine, parseCommandLine } from '@qr-attendance/server/command-line';

/** Each check is a program with its own help. */
const CHECKS = [
  ['quick', 'what has changed, in less than a minute', 'quick/main.ts'],
  ['boundaries', 'what may import what', 'boundaries/main.ts'],
  ['comments', 'comments without a subject, and phrases that stop a reader', 'comments/main.ts'],
  ['compose', 'the Compose file, and the system in containers', 'compose/main.ts'],
  ['docs', 'generated documents; --write writes them', 'docs/main.ts'],
  ['pages', 'texts and colors of pages', 'pages/main.ts'],
  ['specification', 'a test of each requirement', 'traceability/main.ts'],
  ['spelling', 'spelling and forbidden words', 'spelling/main.ts'],
  ['types', 'types of servers, tools and pages; also npm run typecheck', 'types/main.ts'],
  ['unused', 'unused files, exports and packages', '../../../node_modules/knip/bin/knip.js'],
] as const;

const program = createCommandLine('npm run check --', 'Runs one of the checks of npm test.').executableDir(
  dirname(import.meta.dirname),
);
for (const [name, description, executableFile] of CHECKS)
  program.command(name, description, { executableFile });
parseCommandLine(program);
