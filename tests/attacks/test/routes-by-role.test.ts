import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { openCampus, type Campus } from './support/campus.ts';
import { requests } from './support/requests.ts';
import {
  CALLERS,
  compareRow,
  nameOf,
  readRoleTable,
  serviceRoutes,
  type CallerName,
  type RoleTable,
  type ServiceRoute,
} from './support/role-table.ts';

let table: RoleTable;
let services: TestServices;
let campus: Campus;
beforeAll(async () => {
  table = await readRoleTable(join(import.meta.dirname, 'routes-by-role.md'));
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  campus = await openCampus(services);
});
afterAll(() => services.stop());

const askAs = async (route: ServiceRoute, caller: CallerName): Promise<number> => {
  const {
    params = {},
    query,
    body,
    headers = {},
    as,
  } = (await requests[nameOf(route)]?.(campus, caller)) ?? {};
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const token = caller === 'service' ? campus.internalToken : (as ?? campus.persons[caller])?.token;
  const response = await fetch(
    `${campus.urls[route.service]}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method: route.method.toUpperCase(),
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
  );
  await response.body?.cancel();
  return response.status;
};

const answersOf = async (route: ServiceRoute): Promise<number[]> => {
  const answers: number[] = [];
  for (const caller of CALLERS) answers.push(await askAs(route, caller));
  return answers;
};

describe('The table of routes by role', () => {
  it.each(serviceRoutes.map((route) => [nameOf(route), route] as const))(
    'matches how %s responds to each role',
    async (name, route) => {
      expect(compareRow(name, table.get(name), await answersOf(route))).toEqual([]);
    },
  );

  it('fails the check if a cell or row is wrong', async () => {
    const route = serviceRoutes.find(({ path }) => path === '/api/auth/people');
    if (!route) throw new Error('The route is gone.');
    const name = nameOf(route);
    const row = table.get(name) ?? [];
    const answers = await answersOf(route);
    for (const [index, caller] of CALLERS.entries()) {
      const turned = row.with(index, row[index] === 200 ? 403 : 200);
      expect(compareRow(name, turned, answers)).toEqual([expect.stringContaining(`as ${caller}:`)]);
    }
  });
});
