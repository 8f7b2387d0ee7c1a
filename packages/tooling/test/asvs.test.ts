import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findBrokenReferences } from '../src/traceability/find-broken-references.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string | undefined => {
  const file = join(root, path);
  if (!existsSync(file)) return undefined;
  return statSync(file).isDirectory() ? '' : readFileSync(file, 'utf8');
};

describe('the check of what a document names', () => {
  const readFile = (path: string) =>
    path === 'docs/a.test.ts' ? "it('the student’s PIN is asked for')" : undefined;

  test('is content with files and titles that are there', () => {
    const good = "`docs/a.test.ts`, `docs/a.test.ts › the student's PIN`, `npm test`, `GET /api/x`";
    expect(findBrokenReferences(good, readFile)).toEqual([]);
  });

  test('finds a file and a title that are no more', () => {
    expect(findBrokenReferences('`services/gone.ts`', readFile)).toEqual(['there is no services/gone.ts']);
    expect(findBrokenReferences('`docs/a.test.ts › is gone`', readFile)).toEqual([
      'docs/a.test.ts has no “is gone”',
    ]);
  });
});

test.each(['docs/asvs.md', 'docs/privacy.md', 'docs/threat-model.md', 'SECURITY.md'])(
  '%s names files and tests that are there',
  (document) => {
    expect(findBrokenReferences(read(document) ?? '`docs/none`', read)).toEqual([]);
  },
);

describe('the table of OWASP ASVS 5.0', () => {
  const rows = (read('docs/asvs.md') ?? '')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, number = '', level, , state, where = '', tests = '']) => ({
      number,
      level,
      state,
      where,
      tests,
    }));

  test('has each of the 70 requirements of level 1 and the 183 of level 2 once', () => {
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70);
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(183);
  });

  test('counts them by state as they stand there', () => {
    const counts = Object.fromEntries(
      ['met', 'partly', 'not met', 'operator', 'n/a'].map((state) => [
        state,
        rows.filter((row) => row.state === state).length,
      ]),
    );
    const told = [
      ...(read('docs/asvs.md') ?? '').matchAll(/^\| (met|partly|not met|operator|n\/a) +\| (\d+) +\|$/gm),
    ];
    expect(Object.fromEntries(told.map(([, state, count]) => [state, Number(count)]))).toEqual(counts);
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(rows.length);
  });

  test('says of each that is met where, and names a test or file that shows it', () => {
    const bare = rows.filter(
      ({ state, where, tests }) => state === 'met' && (where === '' || !tests.includes('`')),
    );
    expect(bare).toEqual([]);
  });
});
