import { expectNoArguments } from '@qr-attendance/server/command-line';
import { generatePrismaClient } from '@qr-attendance/stack';
import { runStage } from '../test-command/run-stage.ts';
import { staticChecks } from '../test-command/static-checks.ts';

expectNoArguments('npm run typecheck', 'Checks the types of servers and tools, and of browser code.');
await generatePrismaClient();
const results = await Promise.all(
  (['types of servers and tools', 'types of browser code'] as const).map((name) =>
    runStage(name, staticChecks[name]),
  ),
);
if (results.some(({ failed }) => failed > 0)) process.exitCode = 1;
