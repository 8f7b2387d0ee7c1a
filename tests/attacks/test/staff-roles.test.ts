import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addedRoleSchema,
  allRoutes,
  allows,
  ROLES_OF,
  staffRoleSchema,
  type Action,
  type Course,
  type Role,
  type ServiceName,
  type Unit,
} from '@qr-attendance/contracts';
import { countAsVerified, startServices, type TestServices } from '@qr-attendance/test-kit';
import type { Person } from '../src/target/people.ts';
import { openCampus, type Campus } from './support/campus.ts';
import { requests } from './support/requests.ts';
import { readRoleTable, type RoleTable } from './support/role-table.ts';

const ADMINISTRATORS = ['program-administrator', 'institution-administrator'] as const;
const ROLES = [...staffRoleSchema.options, ...ADMINISTRATORS, 'administrator'] as const;
const ROLE_OF_UNIT_CALLER = {
  'program-administrator': 'program-administrator',
  'institution-administrator': 'institution-administrator',
  'auditor of the unit': 'auditor',
} as const;
const UNIT_CALLERS = Object.keys(ROLE_OF_UNIT_CALLER) as (keyof typeof ROLE_OF_UNIT_CALLER)[];
const STRANGERS = [
  'former substitute',
  'former program-administrator',
  'program-administrator of another unit',
] as const;
const ELSEWHERE = 'assistant of another section';
const CALLERS = [...staffRoleSchema.options, ELSEWHERE, ...UNIT_CALLERS, ...STRANGERS] as const;
type CallerName = (typeof CALLERS)[number];
const roleOf = (caller: CallerName): Role | undefined =>
  caller === ELSEWHERE
    ? 'assistant'
    : ([...staffRoleSchema.options].find((role) => role === caller) ??
      ROLE_OF_UNIT_CALLER[caller as keyof typeof ROLE_OF_UNIT_CALLER]);

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));

let actions: string[][];
let routeRows: string[][];
let unitRouteRows: string[][];
let callers: Record<CallerName, Person>;
let roleTable: RoleTable;
let services: TestServices;
let campus: Campus;

const readTables = async () => {
  const lines = (await readFile(join(import.meta.dirname, 'staff-roles.md'), 'utf8')).split('\n');
  const rows = lines.filter((line) => line.startsWith('|') && !line.startsWith('| --')).map(cellsOf);
  const second = rows.findIndex(([first]) => first === 'route');
  const third = rows.findIndex(([first]) => first === 'route of a unit');
  return {
    actions: rows.slice(0, second),
    routeRows: rows.slice(second + 1, third),
    unitRouteRows: rows.slice(third + 1),
  };
};

beforeAll(async () => {
  ({ actions, routeRows, unitRouteRows } = await readTables());
  roleTable = await readRoleTable(join(import.meta.dirname, 'routes-by-role.md'));
  services = await startServices(['auth', 'course', 'session', 'attendance']);
  campus = await openCampus(services);
  const { people } = campus;
  const colleague = async (name: string) => {
    const person = await people.teacher(name);
    await countAsVerified(services, person.id);
    return person;
  };
  callers = {
    owner: campus.lesson.teacher,
    'co-teacher': await colleague('Cora Co'),
    substitute: await colleague('Sam Substitute'),
    assistant: await colleague('Alan Assistant'),
    auditor: await colleague('Ada Auditor'),
    [ELSEWHERE]: await colleague('Ella Elsewhere'),
    'program-administrator': await colleague('Paula Program'),
    'institution-administrator': await colleague('Ines Institution'),
    'auditor of the unit': await colleague('Uma Unit'),
    'former substitute': await colleague('Fay Former'),
    'former program-administrator': await colleague('Fred Former'),
    'program-administrator of another unit': await colleague('Ole Other'),
  };
  const admin = { token: campus.admin.token };
  const createUnit = (kind: string, parentId?: string) =>
    people.must<Unit>('POST', '/api/units', { ...admin, body: { kind, name: randomUUID(), parentId } });
  const institution = await createUnit('institution');
  const [unit, otherUnit] = [
    await createUnit('faculty', institution._id),
    await createUnit('faculty', institution._id),
  ];
  const giveRole = ({ _id }: Unit, { email }: Person, body: object) =>
    people.must('POST', `/api/units/${_id}/staff`, { ...admin, body: { person: email, ...body } });
  for (const caller of UNIT_CALLERS)
    await giveRole(caller === 'institution-administrator' ? institution : unit, callers[caller], {
      role: ROLE_OF_UNIT_CALLER[caller],
    });
  const role = 'program-administrator';
  await giveRole(unit, callers['former program-administrator'], { role, until: '2026-01-16' });
  await giveRole(otherUnit, callers['program-administrator of another unit'], { role });
  const department = await createUnit('department', unit._id);
  campus.unit = department;
  const add = ({ email }: Person, body: object, courseId: string) =>
    people.must('POST', `/api/courses/${courseId}/staff`, {
      token: campus.lesson.teacher.token,
      body: { person: email, ...body },
    });
  campus.addStaff = async (courseId) => {
    const { token } = campus.lesson.teacher;
    const { name, code, section, semester, version } = await people.must<Course>(
      'GET',
      `/api/courses/${courseId}`,
      { token },
    );
    const body = { name, code, section, semester, version, unitId: department._id };
    await people.must('PUT', `/api/courses/${courseId}`, { token, body });
    for (const role of addedRoleSchema.options)
      await add(
        callers[role],
        { role, ...(role === 'substitute' && { from: '2026-01-01', until: '2100-01-01' }) },
        courseId,
      );
    const { sections } = await people.must<Course>('POST', `/api/courses/${courseId}/sections`, {
      token,
      body: { name: randomUUID().slice(0, 8) },
    });
    const limited = { role: 'assistant', sectionIds: [sections.at(-1)?._id] };
    await add(callers[ELSEWHERE], limited, courseId);
    const past = { role: 'substitute', from: '2026-01-12', until: '2026-01-16' };
    await add(callers['former substitute'], past, courseId);
  };
  await campus.addStaff(campus.lesson.course._id);
});
afterAll(() => services.stop());

type PreparedRequest = Awaited<ReturnType<NonNullable<(typeof requests)[string]>>>;
const prepare = async (name: string): Promise<PreparedRequest> =>
  (await requests[name]?.(campus, 'teacher')) ?? {};

const send = async (name: string, caller: CallerName, prepared: PreparedRequest): Promise<number> => {
  const [method = '', path = ''] = name.split(' ');
  const route = allRoutes.find((one) => one.method.toUpperCase() === method && one.path === path);
  const { params = {}, query, body } = prepared;
  const filled = path.replace(/:(\w+)/g, (_whole, key: string) => encodeURIComponent(params[key] ?? ''));
  const response = await fetch(
    `${campus.urls[route?.service as ServiceName]}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method,
      headers: {
        authorization: `Bearer ${callers[caller].token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  await response.body?.cancel();
  return response.status;
};

/** @param column the column of the role table with the expected response to permitted callers */
const findWrong = async (
  rows: string[][],
  names: readonly CallerName[],
  column: number,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [name = '', needed = '', elsewhere = ''] of rows) {
    const isAllowed = (caller: CallerName) =>
      needed.split(', ').every((action) => allows(roleOf(caller), action as Action));
    // Reads and rejected requests change nothing, so they can share an object.
    const shared = await prepare(name);
    for (const caller of names.toSorted((a, b) => Number(isAllowed(a)) - Number(isAllowed(b)))) {
      const byRole = isAllowed(caller) ? roleTable.get(name)?.[column] : roleOf(caller) ? 403 : 404;
      const expected = caller === ELSEWHERE && elsewhere !== '' ? Number(elsewhere) : byRole;
      const isShared = name.startsWith('GET ') || !isAllowed(caller);
      const answered = await send(name, caller, isShared ? shared : await prepare(name));
      if (answered !== expected) wrong.push(`${name} as ${caller}: ${answered}, not ${expected}`);
    }
  }
  return wrong;
};

describe('the staff roles', () => {
  it('allow exactly what the table lists', () => {
    const [head = [], ...rows] = actions;
    expect(head.slice(1)).toEqual(ROLES);
    expect(rows).toEqual(
      Object.keys(ROLES_OF).map((action) => [
        action,
        ...ROLES.map((role) => (allows(role, action as Action) ? 'yes' : '')),
      ]),
    );
  });

  it('are listed for every route that returns 404 to people outside the course', () => {
    const hidden = [...roleTable]
      .filter(([name, [, , , teacher = 0, otherTeacher]]) => {
        const isStaffs = /^\w+ \/api\/(courses|sessions|series|attendance|analytics)\//.test(name);
        return (isStaffs || name === 'POST /api/sessions') && teacher < 300 && otherTeacher === 404;
      })
      .map(([name]) => name);
    const listed = routeRows.map(([name]) => name);
    expect(hidden.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('are required for each route of the table', async () => {
    expect(await findWrong(routeRows, CALLERS, 3)).toEqual([]);
  });

  it('are required in a unit for each route about units', async () => {
    expect(unitRouteRows.length).toBeGreaterThan(0);
    expect(await findWrong(unitRouteRows, [...UNIT_CALLERS, ...STRANGERS], 5)).toEqual([]);
  });
});
