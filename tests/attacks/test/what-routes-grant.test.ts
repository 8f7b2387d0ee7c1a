import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract } from '@qr-attendance/contracts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/security/what-routes-grant.md');
const nameOf = ({ method, path }: RouteContract): string => `${method.toUpperCase()} ${path}`;
const byName = (one: RouteContract, other: RouteContract): number =>
  one.path.localeCompare(other.path, 'en') || one.method.localeCompare(other.method, 'en');

const lineOf = (route: RouteContract): string =>
  `| \`${nameOf(route)}\` | ${[route.service, route.access, route.grants, route.proof ?? ''].join(' | ')} |`;

describe('the table of what routes grant', () => {
  it('contains every route, as its contract declares it', async () => {
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
