import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OPEN_POLICY } from '@qr-attendance/contracts';
import { enrolmentChanged, sessionChanged, type Event } from '@qr-attendance/contracts/events';
import { startServices, type TestServices } from '@qr-attendance/local-stack';
import { createLogger, makeEvent, type Subscription } from '@qr-attendance/service-kit';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { makeFindAbsentees } from '../src/data/absentees.ts';
import { connectDatabase } from '../src/data/database.ts';
import { makeErasePerson } from '../src/data/erase-person.ts';
import { makeOwedAbsences } from '../src/data/owed-absences.ts';
import { makeProjections } from '../src/data/projections.ts';
import { makeSessions } from '../src/data/sessions.ts';
import { makeWriteMarks } from '../src/data/write-marks.ts';
import { makeSubscriptions } from '../src/events/subscriptions.ts';
import { makeRecordAbsences } from '../src/use-cases/record-absences.ts';

const STUDENTS = 4;
const START = Date.parse('2026-09-14T09:00:00Z');

/** What must be true of a class, told in a few lines. */
interface Model {
  /** Logical time; each command happens a minute after the one before. */
  now: number;
  enrolledAt: Map<number, number>;
  endedAt: number | undefined;
  marked: Set<number>;
  /** Events told so far and not yet delivered even once. */
  undelivered: Set<number>;
}

/** The real thing: projections, subscriptions and marks on a real database, for one class of its own. */
interface Real {
  log: Event[];
  deliver: (index: number) => Promise<void>;
  tell: (event: Event) => number;
  mark: (student: number) => Promise<void>;
  ids: { session: string; course: string; teacher: string; students: string[] };
}

const moment = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const objectId = () => randomBytes(12).toString('hex');

let services: TestServices;
let pool: Pool;
let makeReal: () => Real;

beforeAll(async () => {
  services = await startServices([]);
  pool = connectDatabase(services.databases.attendance, createLogger('test', 'silent'));
  const projections = makeProjections(pool);
  const writeMarks = makeWriteMarks(pool);
  const relay = { wake: () => undefined, stop: async () => undefined };
  const recordAbsences = makeRecordAbsences({
    sessions: makeSessions(pool),
    findAbsentees: makeFindAbsentees(pool),
    writeMarks,
    owedAbsences: makeOwedAbsences(pool),
    relay,
  });
  const subscriptions: Subscription[] = makeSubscriptions({
    projections,
    recordAbsences,
    erasePerson: makeErasePerson(pool),
    suspensions: { refresh: async () => undefined },
  });
  makeReal = () => {
    const log: Event[] = [];
    const ids = {
      session: objectId(),
      course: objectId(),
      teacher: randomUUID(),
      students: Array.from({ length: STUDENTS }, () => randomUUID()),
    };
    return {
      log,
      ids,
      tell: (event) => log.push(event) - 1,
      deliver: async (index) => {
        const event = log[index];
        const subscription = subscriptions.find(({ topic }) => topic.name === event?.topic);
        if (event) await subscription?.handle(event);
      },
      mark: async (student) => {
        await writeMarks([
          {
            id: randomUUID(),
            sessionId: ids.session,
            courseId: ids.course,
            teacherId: ids.teacher,
            studentId: ids.students[student] ?? '',
            sessionDate: '2026-09-14',
            status: 'PRESENT',
            markedAt: new Date(START),
            deviceId: null,
            version: 1,
            action: 'marked',
            actorId: ids.students[student] ?? '',
          },
        ]);
      },
    };
  };
}, 120_000);
afterAll(async () => {
  await pool.end();
  await services.stop();
});

const sessionEvent = ({ ids }: Real, version: number, endedAt?: number): Event =>
  makeEvent(sessionChanged, ids.session, {
    id: ids.session,
    courseId: ids.course,
    teacherId: ids.teacher,
    date: '2026-09-14',
    startTime: moment(0),
    active: endedAt === undefined,
    ...(endedAt === undefined ? {} : { endedAt: moment(endedAt) }),
    lateAfterMinutes: 10,
    policy: OPEN_POLICY,
    version,
  });

type Command = fc.AsyncCommand<Model, Real>;
const tick = (model: Model) => (model.now += 1);

const enrol = (student: number): Command => ({
  toString: () => `enrol ${student}`,
  check: ({ enrolledAt }) => !enrolledAt.has(student),
  run: async (model, real) => {
    model.enrolledAt.set(student, tick(model));
    const id = objectId();
    const told = real.tell(
      makeEvent(enrolmentChanged, id, {
        id,
        courseId: real.ids.course,
        studentId: real.ids.students[student] ?? '',
        active: true,
        enrolledAt: moment(model.now),
        version: 1,
      }),
    );
    model.undelivered.add(told);
  },
});
const end: Command = {
  toString: () => 'end',
  check: ({ endedAt }) => endedAt === undefined,
  run: async (model, real) => {
    model.endedAt = tick(model);
    model.undelivered.add(real.tell(sessionEvent(real, 2, model.now)));
  },
};
/** The server lets an enrolled student be marked while the session runs. */
const mark = (student: number): Command => ({
  toString: () => `mark ${student}`,
  check: ({ enrolledAt, endedAt }) => enrolledAt.has(student) && endedAt === undefined,
  run: async (model, real) => {
    tick(model);
    model.marked.add(student);
    await real.mark(student);
  },
});
/** Any event told so far, whether delivered before or not, and whatever was delivered meanwhile. */
const deliver = (choice: number): Command => ({
  toString: () => `deliver ${choice}`,
  check: () => true,
  run: async (model, real) => {
    if (real.log.length === 0) return;
    const index = choice % real.log.length;
    model.undelivered.delete(index);
    await real.deliver(index);
  },
});

const marksOf = async ({ ids }: Real): Promise<Record<string, string[]>> => {
  const { rows } = await pool.query<{ student_id: string; status: string }>(
    'SELECT student_id, status FROM marks WHERE session_id = $1',
    [ids.session],
  );
  return Object.fromEntries(
    ids.students.map((id, index) => [
      index,
      rows.filter(({ student_id }) => student_id === id).map(({ status }) => status),
    ]),
  );
};
const expectedMarks = ({ enrolledAt, endedAt, marked }: Model): Record<string, string[]> =>
  Object.fromEntries(
    Array.from({ length: STUDENTS }, (_student, index) => {
      const since = enrolledAt.get(index);
      const absent = endedAt !== undefined && since !== undefined && since <= endedAt;
      return [index, marked.has(index) ? ['PRESENT'] : absent ? ['ABSENT'] : []];
    }),
  );
const rollUpsOf = async ({ ids }: Real): Promise<unknown> => {
  const { rows } = await pool.query(
    `SELECT coalesce(sum(present), 0)::int AS present, coalesce(sum(absent), 0)::int AS absent
       FROM course_day_totals WHERE course_id = $1`,
    [ids.course],
  );
  return rows[0];
};

it('whatever order events come in, and however often, each student ends with the one mark the model says', async () => {
  const student = fc.nat({ max: STUDENTS - 1 });
  const commands = fc.commands(
    [
      student.map(enrol),
      student.map(mark),
      fc.constant(end),
      fc.nat({ max: 50 }).map(deliver),
      fc.nat({ max: 50 }).map(deliver),
    ],
    { maxCommands: 30 },
  );
  await fc.assert(
    fc.asyncProperty(commands, fc.infiniteStream(fc.nat()), async (chosen, order) => {
      const real = makeReal();
      const model: Model = {
        now: 0,
        enrolledAt: new Map(),
        endedAt: undefined,
        marked: new Set(),
        undelivered: new Set(),
      };
      model.undelivered.add(real.tell(sessionEvent(real, 1)));
      await fc.asyncModelRun(() => ({ model, real }), chosen);
      // In the end every event arrives at least once, in whatever order.
      while (model.undelivered.size > 0) {
        const waiting = [...model.undelivered];
        const next = waiting[(order.next().value ?? 0) % waiting.length] ?? 0;
        model.undelivered.delete(next);
        await real.deliver(next);
      }
      const expected = expectedMarks(model);
      expect(await marksOf(real)).toEqual(expected);
      const all = Object.values(expected).flat();
      expect(await rollUpsOf(real)).toEqual({
        present: all.filter((status) => status === 'PRESENT').length,
        absent: all.filter((status) => status === 'ABSENT').length,
      });
    }),
    { numRuns: 150, seed: 2026 },
  );
}, 120_000);
