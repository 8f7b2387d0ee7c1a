import type { System } from '@qr-attendance/stack';
import type { Bench, Findings } from '../bench.ts';
import { accountFor, type Account } from '../load/account.ts';
import { arrivalTimes, runOpenLoop } from '../load/arrivals.ts';
import { visit, type Visit } from '../load/phone.ts';
import { openRosterPage } from '../load/roster-page.ts';
import { showMs, showShare } from '../measure/format.ts';
import { cpuTable } from '../measure/cpu-table.ts';
import { withCpuShares } from '../measure/processes.ts';
import { median, percentile, spread } from '../measure/statistics.ts';
import { fillCampus, type Campus } from '../world/fill-campus.ts';
import type { Lesson } from '../world/lessons.ts';
import { startWorld } from '../world/start-world.ts';

const WINDOW_MS = 10_000;
const P99_MARK_MS = 500;
/** The first goes uncounted: processes are cold. */
const FULL = { students: 1_500, rounds: 5, windowMs: WINDOW_MS };
const SHORT = { students: 60, rounds: 1, windowMs: 1_000 };

interface Round extends Account {
  verify: number[];
  mark: number[];
  /** From a mark's answer to its place on the teacher's page. */
  shown: number[];
  arrived: number;
  repeats: number;
  comeBacks: number;
  shares: Map<string, number>;
}

const measureRound = async (system: System, campus: Campus, windowMs: number): Promise<Round> => {
  const [lesson] = (await campus.openSessions()) as [Lesson];
  const { url } = system;
  const page = await openRosterPage(url, lesson);
  const { students } = campus;
  const { result: visits, shares } = await withCpuShares(system, () =>
    runOpenLoop(arrivalTimes(students.length, windowMs), (index, dueAt) => {
      const student = students[index];
      if (!student) throw new Error('more arrivals than students');
      return visit(url, student, lesson, dueAt);
    }),
  );
  const acknowledged = visits.filter(({ markId }) => markId !== undefined);
  await page.settle(acknowledged.length);
  page.close();
  await campus.attendance.untilPublished();
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
    shares,
  };
};

const sum = (rounds: Round[], of: (round: Round) => number): number =>
  rounds.reduce((total, round) => total + of(round), 0);

const timesRow = (name: string, rounds: Round[], of: (round: Round) => number[]) => {
  const at = (share: number) => rounds.map((round) => percentile(of(round), share));
  return [
    name,
    ...[0.5, 0.95, 0.99].map((share) => showMs(median(at(share)))),
    at(0.99).map(showMs).join(', '),
    showShare(spread(at(0.99))),
  ];
};

const describe = (rounds: Round[], { students, windowMs }: typeof FULL): Findings => {
  const worst = Math.max(...rounds.map(({ mark }) => percentile(mark, 0.99)));
  const lost = sum(rounds, (round) => round.lost + round.unanswered);
  const duplicated = sum(rounds, (round) => round.duplicated + round.unasked);
  return {
    tables: [
      {
        title: `${students} students scan and mark within ${windowMs / 1_000} s (ms; medians of ${rounds.length} rounds)`,
        heads: ['', 'p50', 'p95', 'p99', 'p99 of each round', 'spread of p99'],
        rows: [
          timesRow('verify', rounds, ({ verify }) => verify),
          timesRow('mark', rounds, ({ mark }) => mark),
          timesRow("mark answered → on the teacher's page", rounds, ({ shown }) => shown),
        ],
      },
      {
        title: 'What became of the marks (all rounds together)',
        heads: [
          'tried',
          'not acknowledged',
          'lost',
          'duplicated',
          "on the teacher's page",
          'shown twice',
          'told to come back',
        ],
        rows: [
          [
            students * rounds.length,
            sum(rounds, (round) => round.unanswered),
            sum(rounds, (round) => round.lost),
            duplicated,
            sum(rounds, (round) => round.arrived),
            sum(rounds, (round) => round.repeats),
            sum(rounds, (round) => round.comeBacks),
          ],
        ],
      },
      cpuTable(rounds.map(({ shares }) => shares)),
    ],
    goals: [
      { goal: 'no mark lost or refused', found: String(lost), met: lost === 0 },
      { goal: 'no mark duplicated', found: String(duplicated), met: duplicated === 0 },
      {
        goal: `p99 of a mark below ${P99_MARK_MS} ms in every round`,
        found: `${showMs(worst)} ms in the worst`,
        met: worst < P99_MARK_MS,
      },
    ],
  };
};

export const burst: Bench = {
  name: 'burst',
  about: 'does a whole hall get its marks when it scans at once?',
  run: async ({ short, tell }) => {
    const size = short ? SHORT : FULL;
    const system = await startWorld();
    try {
      const campus = await fillCampus(system, { students: size.students, courses: 1 }, tell);
      const rounds: Round[] = [];
      for (let round = 0; round <= size.rounds; round++) {
        const found = await measureRound(system, campus, size.windowMs);
        const p99 = showMs(percentile(found.mark, 0.99));
        tell(`${round === 0 ? 'warm-up' : `round ${round}`}: p99 of a mark ${p99} ms`);
        if (round > 0) rounds.push(found);
      }
      await campus.close();
      return describe(rounds, size);
    } finally {
      await system.stop();
    }
  },
};
