import { generatePrismaClient, startTestInfrastructure } from '@qr-attendance/local-stack';
import { execa } from 'execa';
import { join } from 'node:path';
import { ROOT } from './run-program.ts';

// Jest alone, with the databases it needs: npm run jest -- services/course
await generatePrismaClient();
const servers = await startTestInfrastructure();
const { exitCode } = await execa(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    ...[join(ROOT, 'node_modules/jest/bin/jest.js'), ...process.argv.slice(2)],
  ],
  { cwd: ROOT, stdio: 'inherit', reject: false },
);
await servers.stop();
process.exit(exitCode ?? 1);
