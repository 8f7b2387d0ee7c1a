import type { System } from '@qr-attendance/stack';
import { showMs, showShare } from '../measure/format.ts';
import { withCpu } from '../measure/processes.ts';
import { median, percentile, spread } from '../measure/statistics.ts';
import type { Table } from '../measure/table.ts';
import type { Campus } from '../world/fill-campus.ts';
import type { Lesson } from '../world/lessons.ts';
import { withFreshTokens } from '../world/people.ts';
import { accountFor, type Account } from './account.ts';
import { arrivalTimes, runOpenLoop } from './arrivals.ts';
import { phoneOf, visit, type Visit } from './phone.ts';
import { openRosterPage } from './roster-page.ts';

export interface BurstRound extends Account {
  verify: number[];
  mark: number[];
  shown: number[];
  arrived: number;
  repeats: number;
  comeBacks: number;
  /** CPU in ms by process until the last mark, and the duration. */
  cpu: Map<string, number>;
  ms: number;
}

export const runBurst = async (system: System, campus: Campus, windowMs: number): Promise<BurstRound> => {
  const [lesson] = (await campus.openSessions()) as [Lesson];
  const { url } = system;
  const page = await openRosterPage(url, lesson);
  const students = withFreshTokens(system, campus.students);
  const {
    result: visits,
    cpu,
    ms,
  } = await withCpu(system, () =>
    runOpenLoop(arrivalTimes(students.length, windowMs), (index, dueAt) => {
      const student = students[index];
      if (!student) throw new Error('more arrivals than students');
      return visit(url, phoneOf(student, lesson.code), dueAt);
    }),
  );
  const acknowledged = visits.filter(({ markId }) => markId !== undefined);
  await page.settle(acknowledged.length);
  page.close();
  await campus.attendance.untilSettled();
  const shownAfter = ({ markId = '', answeredAt = NaN }: Visit): number =>
    (page.arrivals.get(markId) ?? NaN) - answeredAt;
  return {
    ...accountFor(
      students.map(({ id }) => id),
      acknowledged.map(({ studentId }) => studentId),
      await campus.attendance.markedIn(lesson.sessionId),
    ),
    verify: visits.map(({ verifyMs }) => verifyMs),
    mark: acknowledged.map(({ markMs = NaN }) => markMs),
    shown: acknowledged.map(shownAfter).filter((ms) => !Number.isNaN(ms)),
    arrived: page.arrivals.size,
    repeats: page.repeats(),
    comeBacks: visits.reduce((total, { comeBacks }) => total + comeBacks, 0),
    cpu,
    ms,
  };
};

export const sumOf = (rounds: BurstRound[], of: (round: BurstRound) => number): number =>
  rounds.reduce((total, round) => total + of(round), 0);

const timesRow = (name: string, rounds: BurstRound[], of: (round: BurstRound) => number[]) => {
  const at = (share: number) => rounds.map((round) => percentile(of(round), share));
  return [
    name,
    ...[0.5, 0.95, 0.99].map((share) => showMs(median(at(share)))),
    at(0.99).map(showMs).join(', '),
    showShare(spread(at(0.99))),
  ];
};

export const burstTimes = (title: string, rounds: BurstRound[], students: number): Table => ({
  title: `${title}: ${students} students scan and mark (ms; medians of ${rounds.length} rounds)`,
  heads: ['', 'p50', 'p95', 'p99', 'p99 of each round', 'spread of p99'],
  rows: [
    timesRow('verify', rounds, ({ verify }) => verify),
    timesRow('mark', rounds, ({ mark }) => mark),
    timesRow("mark answered → on the teacher's page", rounds, ({ shown }) => shown),
  ],
});

export const burstFates = (rounds: BurstRound[]): Table => ({
  title: 'What became of the marks (all rounds together)',
  heads: [
    'tried',
    'not acknowledged',
    'lost',
    'duplicated',
    "on the teacher's page",
    'shown twice',
    'asked to retry',
  ],
  rows: [
    [
      sumOf(rounds, ({ verify }) => verify.length),
      sumOf(rounds, (round) => round.unanswered),
      sumOf(rounds, (round) => round.lost),
      sumOf(rounds, (round) => round.duplicated + round.unasked),
      sumOf(rounds, (round) => round.arrived),
      sumOf(rounds, (round) => round.repeats),
      sumOf(rounds, (round) => round.comeBacks),
    ],
  ],
});
