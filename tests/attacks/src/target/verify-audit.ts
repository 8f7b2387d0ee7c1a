import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operatorEnvironment, ROOT } from '@qr-attendance/stack';
import type { Target } from './start-target.ts';

const execute = promisify(execFile);

export const verifyAudit = async ({ system, switches }: Target): Promise<string> => {
  const env = {
    ...process.env,
    ...switches,
    ...operatorEnvironment(system),
    DATABASE_URL: system.databases.attendance,
  };
  const script = join(ROOT, 'services/attendance/src/verify-history.ts');
  const report = await execute(process.execPath, [script], { env }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  if (!report.includes('lines in the tree') || report.includes('Not compared'))
    throw new Error(`nothing was verified: ${report}`);
  return report;
};
