import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OPEN_POLICY, type AttendanceStatus } from '@qr-attendance/contracts';
import {
  enrollmentChanged,
  sessionChanged,
  type AttendanceMarked,
  type Event,
} from '@qr-attendance/contracts/events';
import { makeEvent, type Subscription } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { startServices, type TestServices } from '@qr-attendance/test-kit';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { connectDatabase } from '../src/db/database.ts';
import { makeStores } from '../src/db/stores.ts';
import { makeSubscriptions } from '../src/events/subscriptions.ts';
import type { NewMark } from '../src/marking/write-marks.ts';

const STUDENTS = 4;
const START = Date.parse('2026-09-14T09:00:00Z');

/** What must be true of a class, told in a few lines. */
interface Model {
  /** Logical time; each command happens a minute after the one before. */
  now: number;
  enrolledAt: Map<number, number>;
  endedAt: number | undefined;
  /** What the student or the teacher has decided; absences are the system's own. */
  decided: Map<number, AttendanceStatus>;
  /** Events told so far and not yet delivered even once. */
  undelivered: Set<number>;
}

/** The real thing: projections, subscriptions and marks on a real database, for one class of its own. */
interface Real {
  log: Event[];
  deliver: (index: number) => Promise<void>;
  tell: (event: Event) => number;
  mark: (student: number) => Promise<void>;
  markManually: (student: number, status: AttendanceStatus) => Promise<void>;
  /** Whether there was a mark to correct. */
  correct: (student: number, status: AttendanceStatus) => Promise<boolean>;
  hasMark: (student: number) => Promise<boolean>;
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
  const stores = makeStores(pool, pool);
  const { reviews, writeMarks } = stores;
  const subscriptions: Subscription[] = makeSubscriptions({
    ...stores,
    campusTimeZone: 'UTC',
    wakeRelay: () => undefined,
    suspensions: { refreshFor: async () => undefined },
  });
  makeReal = () => {
    const log: Event[] = [];
    const ids = {
      session: objectId(),
      course: objectId(),
      teacher: randomUUID(),
      students: Array.from({ length: STUDENTS }, () => randomUUID()),
    };
    const write = async (
      student: number,
      how: Pick<NewMark, 'status' | 'action' | 'actorId' | 'reason'>,
    ): Promise<void> => {
      await writeMarks([
        {
          id: randomUUID(),
          sessionId: ids.session,
          courseId: ids.course,
          teacherId: ids.teacher,
          studentId: ids.students[student] ?? '',
          sessionDate: '2026-09-14',
          markedAt: new Date(START),
          deviceId: null,
          version: 1,
          ...how,
        },
      ]);
    };
    const markIdOf = async (student: number): Promise<string | undefined> => {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM marks WHERE session_id = $1 AND student_id = $2',
        [ids.session, ids.students[student]],
      );
      return rows[0]?.id;
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
      mark: (student) =>
        write(student, { status: 'PRESENT', action: 'marked', actorId: ids.students[student] ?? '' }),
      markManually: (student, status) =>
        write(student, { status, action: 'marked_by_hand', actorId: ids.teacher, reason: 'seen' }),
      correct: async (student, status) => {
        const mark = await reviews.findMark((await markIdOf(student)) ?? randomUUID());
        if (!mark) return false;
        return reviews.decide(mark, ids.teacher, { action: 'corrected', status, reason: 'seen' });
      },
      hasMark: async (student) => (await markIdOf(student)) !== undefined,
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

const enroll = (student: number): Command => ({
  toString: () => `enrol ${student}`,
  check: ({ enrolledAt }) => !enrolledAt.has(student),
  run: async (model, real) => {
    model.enrolledAt.set(student, tick(model));
    const id = objectId();
    const told = real.tell(
      makeEvent(enrollmentChanged, id, {
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
    if (!(await real.hasMark(student))) model.decided.set(student, 'PRESENT');
    await real.mark(student);
  },
});
/** Never in the place of a mark, be it an absence. */
const markManually = ([student, status]: [number, AttendanceStatus]): Command => ({
  toString: () => `mark ${student} ${status} by hand`,
  check: ({ enrolledAt }) => enrolledAt.has(student),
  run: async (model, real) => {
    tick(model);
    if (!(await real.hasMark(student))) model.decided.set(student, status);
    await real.markManually(student, status);
  },
});
/** Of any mark there is. */
const correct = ([student, status]: [number, AttendanceStatus]): Command => ({
  toString: () => `correct ${student} to ${status}`,
  check: () => true,
  run: async (model, real) => {
    tick(model);
    if (await real.correct(student, status)) model.decided.set(student, status);
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
const expectedMarks = ({ enrolledAt, endedAt, decided }: Model): Record<string, string[]> =>
  Object.fromEntries(
    Array.from({ length: STUDENTS }, (_student, index) => {
      const since = enrolledAt.get(index);
      const absent = endedAt !== undefined && since !== undefined && since <= endedAt;
      const status = decided.get(index) ?? (absent ? 'ABSENT' : undefined);
      return [index, status ? [status] : []];
    }),
  );
const rollUpsOf = async ({ ids }: Real): Promise<unknown> => {
  const sums = ['present', 'late', 'absent', 'excused'].map(
    (status) => `coalesce(sum(${status}), 0)::int AS ${status}`,
  );
  const { rows } = await pool.query(
    `SELECT ${sums.join()} FROM course_day_totals WHERE course_id = $1
      UNION ALL SELECT ${sums.join()} FROM student_course_totals WHERE course_id = $1`,
    [ids.course],
  );
  return rows;
};
/** What a consumer that keeps the newest version knows of each student, whatever order events come in and however often. */
const toldOf = async ({ ids }: Real, choose: () => number): Promise<Record<string, string[]>> => {
  const { rows: events } = await pool.query<{ payload: AttendanceMarked }>(
    `SELECT payload FROM outbox WHERE payload ->> 'sessionId' = $1`,
    [ids.session],
  );
  const known = new Map<string, AttendanceMarked>();
  const deliveries = [...events, ...events].map((event) => ({ event, at: choose() }));
  for (const { event } of deliveries.toSorted((a, b) => a.at - b.at)) {
    const { payload } = event;
    if ((known.get(payload.studentId)?.version ?? 0) < payload.version) known.set(payload.studentId, payload);
  }
  return Object.fromEntries(
    ids.students.map((id, index) => {
      const mark = known.get(id);
      return [index, mark ? [mark.status] : []];
    }),
  );
};
/** The newest line of each mark's history, after lines that each begin where the one before ended. */
const historyOf = async ({ ids }: Real): Promise<Record<string, string[]>> => {
  const { rows } = await pool.query<{ student_id: string; from_status: string | null; to_status: string }>(
    `SELECT student_id, from_status, to_status FROM mark_audit a JOIN marks m ON m.id = a.mark_id
      WHERE session_id = $1 ORDER BY a.at`,
    [ids.session],
  );
  return Object.fromEntries(
    ids.students.map((id, index) => {
      const lines = rows.filter(({ student_id }) => student_id === id);
      lines.forEach((line, at) => expect(line.from_status).toBe(lines[at - 1]?.to_status ?? null));
      return [index, lines.slice(-1).map(({ to_status }) => to_status)];
    }),
  );
};

it('whatever order events come in, and however often, each student ends with the one mark the model says', async () => {
  const student = fc.nat({ max: STUDENTS - 1 });
  const status = fc.constantFrom<AttendanceStatus>('PRESENT', 'LATE', 'ABSENT', 'EXCUSED');
  const decision = fc.tuple(student, status);
  const commands = fc.commands(
    [
      student.map(enroll),
      student.map(mark),
      decision.map(markManually),
      decision.map(correct),
      decision.map(correct),
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
        decided: new Map(),
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
      const count = (wanted: AttendanceStatus) => all.filter((status) => status === wanted).length;
      const totals = {
        present: count('PRESENT'),
        late: count('LATE'),
        absent: count('ABSENT'),
        excused: count('EXCUSED'),
      };
      expect(await rollUpsOf(real)).toEqual([totals, totals]);
      expect(await toldOf(real, () => order.next().value ?? 0)).toEqual(expected);
      expect(await historyOf(real)).toEqual(expected);
    }),
    { numRuns: 150, seed: 2026 },
  );
}, 120_000);
