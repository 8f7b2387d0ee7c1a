import { auditPackages } from './audit.ts';
import type { StageResult } from './result.ts';
import { runProgram } from './run-program.ts';

export const check =
  (program: string, ...args: string[]) =>
  async (): Promise<StageResult> => {
    const { ok, output } = await runProgram(program, args);
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
  };

/** Uses a single checker: several would repeat much of the work, and the other core is busy. */
const checkTypes = (project: string) => check('typescript-native/bin/tsc', '-p', project, '--checkers', '1');

export const staticChecks = {
  formatting: check('oxfmt/bin/oxfmt', '--check'),
  lint: check('oxlint/bin/oxlint', '--deny-warnings'),
  dependencies: check('@qr-attendance/tooling/src/boundaries/main.ts'),
  spelling: check('@qr-attendance/tooling/src/spelling/main.ts'),
  'texts and colors of pages': check('@qr-attendance/tooling/src/pages/main.ts'),
  comments: check('@qr-attendance/tooling/src/comments/main.ts'),
  'unused files, exports and packages': check(
    'knip/bin/knip.js',
    '--no-progress',
    '--cache',
    '--cache-location',
    '.cache/knip',
  ),
  specification: check('@qr-attendance/tooling/src/traceability/main.ts'),
  'generated documents': check('@qr-attendance/tooling/src/docs/main.ts'),
  'versions of what changed': check('@qr-attendance/tooling/src/release/main.ts', 'check'),
  'types of servers and tools': checkTypes('tsconfig.node.json'),
  'types of browser code': checkTypes('tsconfig.web.json'),
  'known weaknesses of packages': auditPackages,
};
