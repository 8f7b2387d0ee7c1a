import { readFile } from 'node:fs/promises';
import { allRoutes, type RouteContract, type ServiceName } from '@qr-attendance/contracts';

/** Every service has these routes, under a separate host name. */
const isOnEveryService = ({ path }: RouteContract) =>
  path === '/internal/republish' || path.startsWith('/internal/dead-letters');
export const nameOf = (route: RouteContract): string =>
  `${isOnEveryService(route) ? `${route.service}: ` : ''}${route.method.toUpperCase()} ${route.path}`;

export type ServiceRoute = RouteContract & { service: ServiceName };
const isOfService = (route: RouteContract): route is ServiceRoute => route.service !== 'gateway';
export const serviceRoutes = allRoutes.filter(isOfService);

export const CALLERS = [
  'nobody',
  'student',
  'other student',
  'teacher',
  'other teacher',
  'admin',
  'suspended',
  'service',
] as const;
export type CallerName = (typeof CALLERS)[number];

export type RoleTable = Map<string, number[]>;

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

export const readRoleTable = async (file: string): Promise<RoleTable> => {
  const [head = [], , ...rows] = (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  if (head.slice(1).join() !== CALLERS.join()) throw new Error(`The columns must be ${CALLERS.join(', ')}.`);
  return new Map(rows.map(([route = '', ...cells]) => [route.replaceAll('`', ''), cells.map(Number)]));
};

export const compareRow = (
  route: string,
  expected: readonly number[] | undefined,
  answered: readonly number[],
): string[] => {
  if (!expected) return [`${route} has no row`];
  return CALLERS.flatMap((caller, index) =>
    expected[index] === answered[index]
      ? []
      : [`${route} as ${caller}: ${answered[index]}, not ${expected[index]}`],
  );
};

export const findUnpaired = (table: RoleTable, routes: readonly string[]): string[] => [
  ...[...table.keys()].filter((row) => !routes.includes(row)).map((row) => `${row} is no route`),
  ...routes.filter((route) => !table.has(route)).map((route) => `${route} has no row`),
];
