import type { System } from '@qr-attendance/stack';
import pLimit from 'p-limit';
import { cpuPerUnit, type Cpu } from '../measure/cpu-table.ts';
import { withCpu } from '../measure/processes.ts';
import { TIME_COLUMNS, timeCells } from '../measure/rounds.ts';
import type { Table } from '../measure/table.ts';
import type { Campus, Lesson } from '../world/fill-campus.ts';
import { withFreshTokens } from '../world/people.ts';
import { accountFor, type Account } from './account.ts';
import { arrivalTimes, runOpenLoop } from './arrivals.ts';
import { phoneOf, visit, type Phone, type PhoneResult } from './phone.ts';
import { openRosterPage } from './roster-page.ts';

export interface HallRound {
  visits: PhoneResult[];
  perSecond: number;
  /** CPU per student in ms, by process. */
  cpu: Cpu;
}

/** The number of connections limits how many students scan and mark at the same time. */
export const runHall = async (
  { url, processes }: Pick<System, 'url' | 'processes'>,
  phones: Phone[],
  connections: number,
  untilDone: () => Promise<void>,
): Promise<HallRound> => {
  const { result, cpu } = await withCpu({ processes }, async () => {
    const began = performance.now();
    const visits = await pLimit(connections).map(phones, (phone) => visit(url, phone, performance.now()));
    const seconds = (performance.now() - began) / 1_000;
    await untilDone();
    return { visits, seconds };
  });
  const { visits, seconds } = result;
  const failed = visits.find(({ markStatus }) => markStatus !== 201);
  if (failed) throw new Error(`a student was answered ${failed.verifyStatus} and ${failed.markStatus}`);
  return { visits, perSecond: visits.length / seconds, cpu: cpuPerUnit(cpu, visits.length) };
};

export interface Burst extends Account {
  verify: number[];
  mark: number[];
  shown: number[];
  repeats: number;
  comeBacks: number;
}

export const runBurst = async (system: System, campus: Campus, windowMs: number): Promise<Burst> => {
  const [lesson] = (await campus.openSessions()) as [Lesson];
  const page = await openRosterPage(system.url, lesson);
  const students = withFreshTokens(system, campus.students);
  const visits = await runOpenLoop(students, arrivalTimes(students.length, windowMs), (student, dueAt) =>
    visit(system.url, phoneOf(student, lesson.code), dueAt),
  );
  const acknowledged = visits.filter(({ markId }) => markId !== undefined);
  await page.settle(acknowledged.length);
  page.close();
  await campus.attendance.untilSettled();
  return {
    ...accountFor(
      students.map(({ id }) => id),
      acknowledged.map(({ studentId }) => studentId),
      await campus.attendance.markedIn(lesson.sessionId),
    ),
    verify: visits.map(({ verifyMs }) => verifyMs),
    mark: acknowledged.map(({ markMs = NaN }) => markMs),
    shown: acknowledged.flatMap(({ markId = '', answeredAt = NaN }) => {
      const shownAt = page.arrivals.get(markId);
      return shownAt === undefined ? [] : [shownAt - answeredAt];
    }),
    repeats: page.repeats(),
    comeBacks: visits.reduce((total, { comeBacks }) => total + comeBacks, 0),
  };
};

export const burstTable = (title: string, bursts: Burst[], students: number): Table => ({
  title: `${title}: ${students} students scan and mark (ms; medians of ${bursts.length} rounds)`,
  heads: ['', ...TIME_COLUMNS],
  rows: [
    ['verify', ...timeCells(bursts.map(({ verify }) => verify))],
    ['mark', ...timeCells(bursts.map(({ mark }) => mark))],
    ["mark answered → on the teacher's page", ...timeCells(bursts.map(({ shown }) => shown))],
  ],
});

const sum = (bursts: Burst[], of: (burst: Burst) => number): number =>
  bursts.reduce((total, burst) => total + of(burst), 0);

export const countFailures = (bursts: Burst[]): number =>
  sum(bursts, ({ lost, unanswered, duplicated, unasked }) => lost + unanswered + duplicated + unasked);

export const burstOutcomes = (bursts: Burst[]): Table => ({
  title: 'What became of the marks (all bursts together)',
  heads: ['tried', 'not acknowledged', 'lost', 'duplicated', 'shown', 'shown twice', 'asked to retry'],
  rows: [
    [
      sum(bursts, ({ verify }) => verify.length),
      sum(bursts, ({ unanswered }) => unanswered),
      sum(bursts, ({ lost }) => lost),
      sum(bursts, ({ duplicated, unasked }) => duplicated + unasked),
      sum(bursts, ({ shown }) => shown.length),
      sum(bursts, ({ repeats }) => repeats),
      sum(bursts, ({ comeBacks }) => comeBacks),
    ],
  ],
});
