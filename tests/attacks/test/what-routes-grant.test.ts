import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract } from '@qr-attendance/contracts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/security/what-routes-grant.md');
const nameOf = ({ method, path }: RouteContract): string => `${method.toUpperCase()} ${path}`;
const byName = (one: RouteContract, other: RouteContract): number =>
  one.path.localeCompare(other.path, 'en') || one.method.localeCompare(other.method, 'en');

const tellsOf = ({ tells }: RouteContract): string => {
  if (tells === undefined) return '';
  return 'nobody' in tells ? `nobody: ${tells.nobody}` : tells.map((message) => `\`${message}\``).join(', ');
};
const lineOf = (route: RouteContract): string => {
  const { service, access, grants, proof = '' } = route;
  return `| \`${nameOf(route)}\` | ${[service, access, grants, proof, tellsOf(route)].join(' | ')} |`;
};

describe('the table of what routes grant', () => {
  it('contains every route as declared in its contract', async () => {
    const lines = (await readFile(DOCUMENT, 'utf8')).split('\n');
    const rows = lines
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .join(' | '),
      );
    const declared = allRoutes.toSorted(byName).map((route) =>
      lineOf(route)
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    );
    expect(rows).toEqual(declared);
  });
});
