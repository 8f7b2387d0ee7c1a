import { join, resolve } from 'node:path';
import { execa } from 'execa';

const ROOT = resolve(import.meta.dirname, '../../../..');

interface Violation {
  rule: { name: string };
  from: string;
  to: string;
}

/**
 * Returns the sorted violations of the dependency rules, one per line. Without `follows`, only those of the
 * given files.
 */
export const findViolations = async (
  cwd: string,
  paths: string[],
  { follows = true }: { follows?: boolean } = {},
): Promise<string[]> => {
  const { stdout, stderr } = await execa(
    process.execPath,
    [
      join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      join(ROOT, 'packages/tooling/dependency-rules.mjs'),
      '--output-type',
      'baseline',
      ...(follows ? [] : ['--do-not-follow', '.']),
      ...paths,
    ],
    { cwd, reject: false, maxBuffer: 50_000_000 },
  );
  if (!stdout.startsWith('[')) throw new Error(`The dependencies could not be read: ${stderr}`);
  const violations = JSON.parse(stdout) as Violation[];
  return [...new Set(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`))].toSorted();
};
