import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes, type RouteContract, type ServiceName } from '@qr-attendance/contracts';
import { isCostly } from '@qr-attendance/contracts/costly-routes';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import { costOf, watchDatabases, type Cost } from './support/database-costs.ts';
import { openCampus, type Campus } from './support/campus.ts';
import { fillDay } from './support/fill-day.ts';
import { requests } from './support/requests.ts';

const FILE = join(import.meta.dirname, 'list-costs.md');
/** Number of today's sessions that none of the callers may see. */
const SESSIONS = 500;

type ListRoute = RouteContract & { service: ServiceName };
const lists = allRoutes.filter(
  (route): route is ListRoute =>
    route.service !== 'gateway' && route.method === 'get' && route.access !== 'internal' && isCostly(route),
);
const CALLERS = ['stranger', 'student', 'teacher'] as const;

let services: TestServices;
let campus: Campus;
let tokens: Record<(typeof CALLERS)[number], string | undefined>;
let table: Map<string, string[]>;

const readTable = async (): Promise<Map<string, string[]>> => {
  const rows = (await readFile(FILE, 'utf8')).split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    rows.map((row) => {
      const [route = '', ...cells] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [route.replaceAll('`', ''), cells] as const;
    }),
  );
};

beforeAll(async () => {
  table = await readTable();
  watchDatabases();
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  campus = await openCampus(services);
  await fillDay(services, campus.lesson.session._id, SESSIONS);
  const [student, teacher] = [await campus.people.newcomer(), await campus.people.teacher()];
  tokens = { stranger: undefined, student: student.token, teacher: teacher.token };
});
afterAll(() => services.stop());

const ask = async (route: ListRoute, token: string | undefined): Promise<{ status: number; cost: Cost }> => {
  const { params = {}, query } = (await requests[nameOf(route)]?.(campus, 'other teacher')) ?? {};
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const id = randomUUID();
  const response = await fetch(
    `${campus.urls[route.service]}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`,
    { headers: { 'x-request-id': id, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) } },
  );
  await response.text();
  return { status: response.status, cost: costOf(id) };
};

const nameOf = ({ path }: ListRoute): string => `GET ${path}`;
const show = ({ status, cost }: Awaited<ReturnType<typeof ask>>): string =>
  `${status}: ${cost.statements} / ${cost.rows}`;
const read = (cell: string): { status: number; cost: Cost } => {
  const [status, statements, rows] = cell.split(/[:/]/).map(Number);
  return { status: status ?? 0, cost: { statements: statements ?? 0, rows: rows ?? 0 } };
};

describe('the documented cost of lists for somebody who may see nothing', () => {
  it.each(lists.map((route) => [nameOf(route), route] as const))(
    'is not exceeded by %s',
    async (name, route) => {
      const answers = [];
      for (const caller of CALLERS) answers.push(await ask(route, tokens[caller]));
      const cells = table.get(name);
      if (!cells) throw new Error(`missing row: | \`${name}\` | ${answers.map(show).join(' | ')} |`);
      for (const [index, { status, cost }] of answers.entries()) {
        const bound = read(cells[index] ?? '');
        expect({ caller: CALLERS[index], status }).toEqual({ caller: CALLERS[index], status: bound.status });
        expect(cost.statements).toBeLessThanOrEqual(bound.cost.statements);
        expect(cost.rows).toBeLessThanOrEqual(bound.cost.rows);
      }
    },
  );

  it('has a list for every row', () => {
    expect([...table.keys()].filter((name) => !lists.some((route) => nameOf(route) === name))).toEqual([]);
  });
});
