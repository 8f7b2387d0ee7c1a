import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract, type ServiceName } from '@qr-attendance/contracts';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { openCampus, type Campus } from './support/campus.ts';
import { requests } from './support/requests.ts';
import {
  CALLERS,
  compareRow,
  findUnpaired,
  readRoleTable,
  type CallerName,
  type RoleTable,
} from './support/role-table.ts';

/** Every service has these routes, which its host name alone distinguishes. */
const isOnEveryService = ({ path }: RouteContract) =>
  path === '/internal/republish' || path.startsWith('/internal/dead-letters');
const nameOf = (route: RouteContract): string =>
  `${isOnEveryService(route) ? `${route.service}: ` : ''}${route.method.toUpperCase()} ${route.path}`;

type ServiceRoute = RouteContract & { service: ServiceName };
/** The gateway's own routes are open to anyone. */
const isOfService = (route: RouteContract): route is ServiceRoute => route.service !== 'gateway';
const serviceRoutes = allRoutes.filter(isOfService);

let table: RoleTable;
let services: TestServices;
let campus: Campus;
beforeAll(async () => {
  table = await readRoleTable(join(import.meta.dirname, 'routes-by-role.md'));
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  campus = await openCampus(services);
}, 180_000);
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
  it('has a row for every route and no other rows', () => {
    expect(findUnpaired(table, serviceRoutes.map(nameOf))).toEqual([]);
  });

  it.each(serviceRoutes.map((route) => [nameOf(route), route] as const))(
    '%s answers each role as the table says',
    async (name, route) => {
      expect(compareRow(name, table.get(name), await answersOf(route))).toEqual([]);
    },
  );

  it('fails this check when a cell or a row is wrong', async () => {
    const route = serviceRoutes.find(({ path }) => path === '/api/auth/people');
    if (!route) throw new Error('The route is gone.');
    const name = nameOf(route);
    const row = table.get(name) ?? [];
    const answers = await answersOf(route);
    for (const [index, caller] of CALLERS.entries()) {
      const turned = row.with(index, row[index] === 200 ? 403 : 200);
      expect(compareRow(name, turned, answers)).toEqual([expect.stringContaining(`as ${caller}:`)]);
    }
    const names = serviceRoutes.map(nameOf);
    const without = new Map([...table].filter(([row]) => row !== name));
    expect(findUnpaired(without, names)).toEqual([`${name} has no row`]);
    expect(findUnpaired(new Map([...table, ['GET /api/ghost', []]]), names)).toEqual([
      'GET /api/ghost is no route',
    ]);
  });

  it('lets only services call the routes between services', () => {
    const inner = allRoutes.filter(({ access }) => access === 'internal').map(nameOf);
    expect(inner.length).toBeGreaterThan(0);
    for (const name of inner)
      expect(table.get(name)?.slice(0, -1)).toEqual(Array(CALLERS.length - 1).fill(401));
    for (const [name, row] of table)
      if (!inner.includes(name) && row[0] === 401) expect(row.at(-1)).toBe(401);
  });
});
