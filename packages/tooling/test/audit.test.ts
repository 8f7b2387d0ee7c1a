import { describe, expect, test } from '@jest/globals';
import { toAuditResult } from '../src/test-command/audit.ts';

const report = (counts: Record<string, number>): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {},
    metadata: {
      vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0, ...counts },
    },
  });

describe('the package audit', () => {
  test('passes without vulnerabilities of high or critical severity', () => {
    expect(toAuditResult(report({}))).toMatchObject({ passed: 1, failed: 0 });
    expect(toAuditResult(report({ low: 3, moderate: 2 }))).toMatchObject({ passed: 1, failed: 0 });
  });

  test.each(['high', 'critical'])('fails for one of %s severity, and shows the report', (severity) => {
    const text = report({ [severity]: 1 });
    expect(toAuditResult(text)).toEqual({ passed: 0, failed: 1, output: text });
  });

  test.each([
    ['a registry without advisories', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })],
    ['no registry at all', ''],
    ['something that is not JSON', 'npm error'],
  ])('is skipped for %s', (_what, text) => {
    expect(toAuditResult(text)).toMatchObject({ passed: 0, failed: 0, skipped: 1 });
  });
});
