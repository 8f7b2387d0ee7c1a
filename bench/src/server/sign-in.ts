import type { System } from '@qr-attendance/stack';
import type { Bench, Findings } from '../bench.ts';
import { arrivalTimes, runOpenLoop } from '../load/arrivals.ts';
import type { PreparedRequest } from '../load/mark-request.ts';
import { createTakeMarks } from '../load/prepared-marks.ts';
import { openConnection, send, type Answer } from '../load/send.ts';
import { latenciesOf, sendSteadily, type SteadyAnswer } from '../load/steady.ts';
import { describeStorms, measureStorm, type StormRound } from './sign-in-storm.ts';
import { showMs } from '../measure/format.ts';
import { median, percentile } from '../measure/statistics.ts';
import { fillCampus } from '../world/fill-campus.ts';
import { PASSWORD, type Student } from '../world/people.ts';
import { openGateway, warmUp } from '../world/open-gateway.ts';
import { startWorld } from '../world/start-world.ts';

const P99_MARK_MS = 500;
const SHED = new Set([429, 503]);
const STORM = { afterMs: 2_000, windowMs: 1_000 };
const FULL = { signIns: 500, perSecond: 60, seconds: 12, rounds: 3, all: 1_500 };
const SHORT = { signIns: 20, perSecond: 20, seconds: 4, rounds: 1, all: 60 };
type Size = typeof FULL;

const signInRequest = ({ email }: Student): PreparedRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password: PASSWORD }),
});

const storm = async (url: string, students: Student[]): Promise<Answer[]> => {
  const moments = arrivalTimes(students.length, STORM.windowMs).map((moment) => moment + STORM.afterMs);
  return runOpenLoop(moments, async (index) => {
    const student = students[index];
    if (!student) throw new Error('more arrivals than students');
    const connection = openConnection(url);
    const answer = await send(connection, signInRequest(student));
    void connection.close();
    return answer;
  });
};

interface Round {
  calm: SteadyAnswer[];
  stormy: SteadyAnswer[];
  signIns: Answer[];
  stormMs: number;
}

const measureRound = async (
  { url }: System,
  students: Student[],
  takeMarks: (count: number) => Promise<PreparedRequest[]>,
  { perSecond, seconds }: Size,
): Promise<Round> => {
  const count = perSecond * seconds;
  const calm = await sendSteadily(url, await takeMarks(count), perSecond);
  const requests = await takeMarks(count);
  const [marks, signIns] = await Promise.all([sendSteadily(url, requests, perSecond), storm(url, students)]);
  const began = Math.min(...signIns.map(({ sentAt }) => sentAt));
  const ended = Math.max(...signIns.map(({ answeredAt }) => answeredAt));
  const stormy = marks.filter(({ dueAt }) => dueAt >= began && dueAt <= ended);
  return { calm, stormy, signIns, stormMs: ended - began };
};

const isShed = ({ status, retryAfter }: Answer): boolean => SHED.has(status) && retryAfter !== undefined;

const describe = (rounds: Round[], { signIns, perSecond }: Size): Findings => {
  const across = (of: (round: Round) => number) => showMs(median(rounds.map(of)));
  const markRow = (name: string, of: (round: Round) => SteadyAnswer[]) => {
    const at = (share: number) => across((round) => percentile(latenciesOf(of(round), 201), share));
    const all = rounds.flatMap(of);
    const each = rounds.map((round) => showMs(percentile(latenciesOf(of(round), 201), 0.99)));
    const failed = all.filter(({ status }) => status !== 201).length;
    return [name, at(0.5), at(0.99), each.join(', '), all.length, failed];
  };
  const answers = rounds.flatMap((round) => round.signIns);
  const [done, shed] = [answers.filter(({ status }) => status === 200), answers.filter(isShed)];
  const failed = answers.length - done.length - shed.length;
  const failedMarks = rounds.flatMap(({ stormy }) => stormy).filter(({ status }) => status !== 201).length;
  const worst = Math.max(...rounds.map(({ stormy }) => percentile(latenciesOf(stormy, 201), 0.99)));
  const waits = done.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
  return {
    tables: [
      {
        title: `Marks at ${perSecond} a second while ${signIns} people sign in within ${STORM.windowMs / 1_000} s (ms; medians of ${rounds.length} rounds)`,
        heads: ['', 'p50', 'p99', 'p99 of each round', 'marks', 'not marked'],
        rows: [markRow('calm', ({ calm }) => calm), markRow('in the storm', ({ stormy }) => stormy)],
      },
      {
        title: 'The storm (all rounds together)',
        heads: [
          'sign-ins',
          'signed in',
          'asked to retry',
          'failed',
          'p50 ms',
          'p99 ms',
          'the storm took, ms',
        ],
        rows: [
          [
            answers.length,
            done.length,
            shed.length,
            failed,
            showMs(percentile(waits, 0.5)),
            showMs(percentile(waits, 0.99)),
            across(({ stormMs }) => stormMs),
          ],
        ],
      },
    ],
    goals: [
      {
        goal: 'rejected sign-ins have Retry-After',
        found: `${failed} failed`,
        met: failed === 0,
      },
      { goal: 'every mark in the storm is taken', found: `${failedMarks} failed`, met: failedMarks === 0 },
      {
        goal: `p99 of a mark in the storm below ${P99_MARK_MS} ms in every round`,
        found: `${showMs(worst)} ms in the worst`,
        met: worst < P99_MARK_MS,
      },
    ],
  };
};

export const signIn: Bench = {
  name: 'sign-in',
  about: 'do marks flow on while many sign in at once, and how long does a whole hall take?',
  run: async ({ short, students, log }) => {
    const chosen = short ? SHORT : FULL;
    const size = {
      ...chosen,
      all: students ?? chosen.all,
      signIns: Math.min(chosen.signIns, students ?? Infinity),
    };
    const system = await startWorld();
    try {
      const campus = await fillCampus(system, { students: size.all, courses: 2 }, log);
      const takeMarks = createTakeMarks(system, campus);
      const rounds: Round[] = [];
      for (let round = 0; round <= size.rounds; round++) {
        const found = await measureRound(system, campus.students.slice(0, size.signIns), takeMarks, size);
        log(`${round === 0 ? 'warm-up' : `round ${round}`}: the storm took ${showMs(found.stormMs)} ms`);
        if (round > 0) rounds.push(found);
      }
      await campus.close();
      const storms: StormRound[] = [];
      for (let round = 1; round <= size.rounds; round++) {
        const door = await openGateway(system);
        await warmUp(door.url, campus.students.slice(0, size.signIns).map(signInRequest));
        const found = await measureStorm(system, door, campus.students.map(signInRequest));
        await door.stop();
        const [took, alone] = [found.storm.tookMs, found.bare.tookMs].map((ms) => (ms / 1_000).toFixed(1));
        log(`${size.all} at once, round ${round}: ${took} s, the hashes alone ${alone} s`);
        storms.push(found);
      }
      const [marks, all] = [describe(rounds, size), describeStorms(storms, size.all)];
      return { tables: [...marks.tables, ...all.tables], goals: [...marks.goals, ...all.goals] };
    } finally {
      await system.stop();
    }
  },
};
