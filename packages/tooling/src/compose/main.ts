import { expectNoArguments } from '@qr-attendance/server/command-line';
import { formatCounts } from '../test-command/result.ts';
import { checkComposeFile } from './check-file.ts';
import { tryComposeSystem } from './try-system.ts';

expectNoArguments('npm run check -- compose', 'Checks the Compose file, and runs the system in containers.');
for (const [name, run] of [
  ['Compose file', checkComposeFile],
  ['the system in containers', tryComposeSystem],
] as const) {
  const result = await run();
  console.log(`${name}: ${formatCounts(result)}\n${result.output}`);
  if (result.failed > 0) process.exitCode = 1;
}
