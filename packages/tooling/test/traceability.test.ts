import { describe, expect, test } from '@jest/globals';
import { findGaps } from '../src/traceability/find-gaps.ts';
import { readRows } from '../src/traceability/read-rows.ts';

const table = (...rows: string[]) =>
  ['| Rule | Test |', '| --- | --- |', ...rows.map((row) => `| ${row} |`)].join('\n');
const readFile = (path: string) =>
  path === 'a.spec.ts' ? "test('the student’s PIN is asked for', …)" : undefined;
const gapsOf = (markdown: string, required: string[] = []) =>
  findGaps({ rows: readRows(markdown), required, readFile });

describe('the traceability check', () => {
  test('accepts rows with existing tests', () => {
    const good = table("`POST /x` | `a.spec.ts › the student's PIN is asked for`");
    expect(gapsOf(good, ['POST /x'])).toEqual([]);
  });

  test('finds a requirement without a row', () => {
    expect(gapsOf(table(), ['POST /x'])).toEqual(['no row for: POST /x']);
  });

  test('finds a row without a test', () => {
    expect(gapsOf(table('a rule | to be done'))).toEqual(['no test for: a rule']);
  });

  test('finds a missing test', () => {
    expect(gapsOf(table('a rule | `a.spec.ts › is gone`'))).toEqual([
      'a rule: a.spec.ts has no test “is gone”',
    ]);
    expect(gapsOf(table('a rule | `b.spec.ts › is gone`'))).toEqual(['a rule: there is no b.spec.ts']);
  });
});
