import { join } from 'node:path';
import { generatePrismaClient } from '@qr-attendance/stack';
import { startTestInfrastructure } from '@qr-attendance/test-kit';
import { execa } from 'execa';
import { JEST_NODE_OPTIONS } from './jest-stage.ts';
import { mayNeedServers } from './may-need-servers.ts';
import { ROOT } from './run-program.ts';

// Runs only jest: npm run jest -- services/course. Databases are started if a selected test may need them.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache', 'node');
await generatePrismaClient();
const servers = await startTestInfrastructure();
const args = process.argv.slice(2);
if (!args.includes('--help') && mayNeedServers(args, ROOT)) await servers.prepare();
const { exitCode } = await execa(
  process.execPath,
  [...JEST_NODE_OPTIONS, join(ROOT, 'node_modules/jest/bin/jest.js'), ...args],
  { cwd: ROOT, stdio: 'inherit', reject: false },
);
await servers.stop();
process.exit(exitCode ?? 1);
