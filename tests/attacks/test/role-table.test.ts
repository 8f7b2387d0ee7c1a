import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '@qr-attendance/contracts';
import {
  CALLERS,
  findUnpaired,
  nameOf,
  readRoleTable,
  serviceRoutes,
  type RoleTable,
} from './support/role-table.ts';

let table: RoleTable;
beforeAll(async () => {
  table = await readRoleTable(join(import.meta.dirname, 'routes-by-role.md'));
});

describe('The table of routes by role', () => {
  it('has a row for every route and no other rows', () => {
    expect(findUnpaired(table, serviceRoutes.map(nameOf))).toEqual([]);
  });

  it('fails the check if a row is missing or has no route', () => {
    const name = 'GET /api/auth/people';
    const names = serviceRoutes.map(nameOf);
    const without = new Map([...table].filter(([row]) => row !== name));
    expect(findUnpaired(without, names)).toEqual([`${name} has no row`]);
    expect(findUnpaired(new Map([...table, ['GET /api/ghost', []]]), names)).toEqual([
      'GET /api/ghost is no route',
    ]);
  });

  it('allows internal routes only for services', () => {
    const inner = allRoutes.filter(({ access }) => access === 'internal').map(nameOf);
    expect(inner.length).toBeGreaterThan(0);
    for (const name of inner)
      expect(table.get(name)?.slice(0, -1)).toEqual(Array(CALLERS.length - 1).fill(401));
    for (const [name, row] of table)
      if (!inner.includes(name) && row[0] === 401) expect(row.at(-1)).toBe(401);
  });
});
