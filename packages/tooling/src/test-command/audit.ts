import { parseJson } from '@qr-attendance/contracts/parse-json';
import { execa } from 'execa';
import { z } from 'zod';
import type { StageResult } from './result.ts';
import { ROOT } from './run-program.ts';

const reportSchema = z.object({
  metadata: z.object({
    vulnerabilities: z.object({ high: z.number().int(), critical: z.number().int() }),
  }),
});
const TIMEOUT_MS = 60_000;

/** Skips the check if the registry does not support audits or the machine is offline. */
export const toAuditResult = (report: string): StageResult => {
  const found = reportSchema.safeParse(parseJson(report));
  if (!found.success)
    return { passed: 0, failed: 0, skipped: 1, output: 'the registry does not support advisories' };
  const { high, critical } = found.data.metadata.vulnerabilities;
  const bad = high + critical > 0;
  return { passed: bad ? 0 : 1, failed: bad ? 1 : 0, output: report };
};

export const auditPackages = async (): Promise<StageResult> => {
  const { stdout } = await execa('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd: ROOT,
    reject: false,
    stdin: 'ignore',
    timeout: TIMEOUT_MS,
  });
  return toAuditResult(stdout ?? '');
};
