import type { UserType } from '@qr-attendance/contracts';
import { encodeCursor } from '@qr-attendance/server';
import type { SampleIds } from './seed.ts';
import type { Shape } from './shape.ts';

export interface PageRequest {
  name: string;
  path: string;
  who: { id: string; userType: UserType };
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const NOBODY = '80000000-0000-4000-8000-000000000000';
const NO_SESSION = '8'.padEnd(24, '0');
const cursorAt = (days: number) => `cursor=${encodeCursor([daysAgo(days), NO_SESSION, NOBODY])}`;

const teachersPages = (
  whose: string,
  id: string,
  { hall, hallSession }: SampleIds,
  oldest: number,
): PageRequest[] => {
  const who = { id, userType: 'TEACHER' as const };
  const of = (name: string, path: string) => ({ name: `${whose}, ${name}`, path, who });
  const term = `from=${daysAgo(100)}&to=${daysAgo(1.5)}`;
  return [
    of('dashboard: summary', '/api/analytics/summary'),
    of('dashboard: weekly chart', '/api/analytics/attendance?period=lastWeek'),
    of('dashboard: newest marks', '/api/attendance?limit=5'),
    of('dashboard: to review', '/api/attendance?needsReview=true'),
    of('report: first page', '/api/attendance'),
    of('report: next page', `/api/attendance?${cursorAt(2)}`),
    of('report: page far on', `/api/attendance?${cursorAt(oldest - 20)}`),
    of('report: first page, late', '/api/attendance?status=LATE'),
    of('report: totals', '/api/attendance/totals'),
    of('report: totals of a term', `/api/attendance/totals?${term}`),
    of('report: totals, absent', '/api/attendance/totals?status=ABSENT'),
    ...(whose === 'hall teacher'
      ? [
          of('session page: roster', `/api/attendance?sessionId=${hallSession}&limit=500`),
          of('session page: tries', `/api/attendance/attempts?sessionId=${hallSession}`),
          of('session page: enrolled', `/api/analytics/courses/${hall}/students?limit=500`),
          of('session page: refused', `/api/attendance/refused?sessionId=${hallSession}`),
          of('course page: rates, searched', `/api/analytics/courses/${hall}/students?search=nunez`),
          of('course page: rates', `/api/analytics/courses/${hall}/students`),
          of('course page: grid', `/api/analytics/courses/${hall}/grid?limit=500`),
        ]
      : []),
  ];
};

const studentsPages = ({ student }: SampleIds): PageRequest[] => {
  const who = { id: student, userType: 'STUDENT' as const };
  const of = (name: string, path: string) => ({ name: `student, ${name}`, path, who });
  return [
    of('dashboard: summary', '/api/analytics/summary'),
    of('history: first page', '/api/attendance'),
    of('report: totals', '/api/attendance/totals'),
    of('report: totals of a term', `/api/attendance/totals?from=${daysAgo(100)}`),
  ];
};

export const pageRequestsOf = (ids: SampleIds, { terms }: Shape): PageRequest[] => {
  const oldest = (terms - 1) * 182 + 66;
  return [
    ...teachersPages('hall teacher', ids.hallTeacher, ids, oldest),
    ...teachersPages('class teacher', ids.classTeacher, ids, oldest),
    ...studentsPages(ids),
  ];
};
