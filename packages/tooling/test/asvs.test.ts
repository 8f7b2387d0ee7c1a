import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { findBrokenReferences } from '../src/traceability/find-broken-references.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string | undefined => {
  const file = join(root, path);
  if (!existsSync(file)) return undefined;
  return statSync(file).isDirectory() ? '' : readFileSync(file, 'utf8');
};

describe('the check of names in documents', () => {
  const readFile = (path: string) =>
    path === 'docs/a.test.ts' ? "it('the student’s PIN is asked for')" : undefined;

  test('accepts files and titles that exist', () => {
    const good = "`docs/a.test.ts`, `docs/a.test.ts › the student's PIN`, `npm test`, `GET /api/x`";
    expect(findBrokenReferences(good, readFile)).toEqual([]);
  });

  test('finds files and titles that do not exist', () => {
    expect(findBrokenReferences('`services/gone.ts`', readFile)).toEqual(['there is no services/gone.ts']);
    expect(findBrokenReferences('`docs/a.test.ts › is gone`', readFile)).toEqual([
      'docs/a.test.ts has no “is gone”',
    ]);
  });
});

test.each([...globSync('docs/**/*.md', { cwd: root }), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'])(
  '%s names only files and tests that exist',
  (document) => {
    expect(findBrokenReferences(read(document) ?? '`docs/none`', read)).toEqual([]);
  },
);

describe('the table of OWASP ASVS 5.0', () => {
  const rows = (read('docs/security/asvs.md') ?? '')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, number = '', , state, how = '', evidence = '']) => ({ number, state, how, evidence }));
  const [, notApplicable = ''] = (read('docs/security/asvs.md') ?? '').split('## Not applicable');
  const numbers = [
    ...rows.map(({ number }) => number),
    ...(notApplicable.split('## ')[0]?.match(/\d+\.\d+\.\d+/g) ?? []),
  ];

  test('contains each of the 70 requirements of level 1 and the 183 of level 2 once', () => {
    expect(numbers).toHaveLength(253);
    expect(new Set(numbers).size).toBe(253);
  });

  test('states the correct number of requirements by state', () => {
    const counts = {
      ...Object.fromEntries(
        ['met', 'partly', 'not met', 'operator'].map((state) => [
          state,
          rows.filter((row) => row.state === state).length,
        ]),
      ),
      'n/a': numbers.length - rows.length,
    };
    const stated = [
      ...(read('docs/security/asvs.md') ?? '').matchAll(
        /^\| (met|partly|not met|operator|n\/a) +\| (\d+) +\|$/gm,
      ),
    ];
    expect(Object.fromEntries(stated.map(([, state, count]) => [state, Number(count)]))).toEqual(counts);
  });

  test('names a place, and a test or file, for each requirement that is met', () => {
    const bare = rows.filter(
      ({ state, how, evidence }) => state === 'met' && (how === '' || !evidence.includes('`')),
    );
    expect(bare).toEqual([]);
  });
});
