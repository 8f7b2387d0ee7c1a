import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from '@jest/globals';
import { type AttendanceStatus } from '@qr-attendance/contracts';
import { DAY, type Minute, OTHER_SECTION, statusOf } from './rule.ts';
import {
  FUTURE,
  type Model,
  NOW,
  OTHER_STUDENT,
  type RealSystem,
  SESSIONS,
  STUDENTS,
  agree,
  cachesAgree,
  dateOf,
  deliver,
  minuteOf,
  pool,
  publishPeriods,
  publishSession,
  setUp,
  stores,
} from './world.ts';
export type Command = fc.AsyncCommand<Model, RealSystem>;
const command = (name: string, run: (model: Model, real: RealSystem) => Promise<unknown>): Command => ({
  toString: () => name,
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await agree(model, real);
  },
});

const student = fc.nat({ max: STUDENTS - 1 });
const session = fc.nat({ max: SESSIONS - 1 });
const minutes = fc.integer({ min: -DAY, max: DAY });
const status = fc.constantFrom<AttendanceStatus>('PRESENT', 'LATE', 'ABSENT', 'EXCUSED');
const keyOf = ({ ids }: RealSystem, s: number, n: number) => ({
  sessionId: ids.sessions[s]!,
  studentId: ids.students[n]!,
});

const scanAfter = (s: number, n: number, after: Minute) =>
  command(`scan ${s} ${n} after ${after}`, async (model, real) => {
    const { start } = model.sessions[s]!;
    const facts = model.facts[s]![n]!;
    const { outcome } = await stores.attendance.writeScan({
      ...keyOf(real, s, n),
      courseId: real.ids.course,
      scannedAt: dateOf(start + after),
      deviceKey: randomUUID(),
      context: {
        deviceKind: 'ios',
        onCampus: null,
        signed: true,
        browser: null,
      },
    });
    const isNew = facts.scannedAt === undefined && facts.decided === undefined;
    expect(outcome).toBe(isNew ? 'written' : 'not_written');
    if (isNew) facts.scannedAt = start + after;
  });
const scan = fc
  .tuple(session, student, fc.integer({ min: 0, max: 30 }))
  .map((chosen) => scanAfter(...chosen));
const decideOn = (s: number, n: number, to: AttendanceStatus) =>
  command(`decide ${s} ${n} ${to}`, async (model, real) => {
    const key = keyOf(real, s, n);
    const version = (await stores.attendance.records.find(key))?.version;
    const decision = {
      ...key,
      version,
      status: to,
      action: 'set_on_roster' as const,
      actorId: real.ids.teacher,
    };
    expect(
      await stores.attendance.decide({ allowed: 'setStatuses' }, [{ ...decision, reason: null }]),
    ).toEqual(new Set([key.studentId]));
    // The record has changed since its author saw it, so the repeated decision has no effect.
    expect(
      await stores.attendance.decide({ allowed: 'setStatuses' }, [
        { ...decision, status: 'EXCUSED', reason: null },
      ]),
    ).toEqual(new Set());
    model.facts[s]![n]!.decided = to;
    model.facts[s]![n]!.decidedAt = minuteOf(new Date());
  });
const decide = fc.tuple(session, student, status).map((chosen) => decideOn(...chosen));
const clear = fc.tuple(session, student).map(([s, n]) =>
  command(`clear ${s} ${n}`, async (model, real) => {
    const decision = { ...keyOf(real, s, n), version: undefined, status: null, action: 'undone' as const };
    const cleared = await stores.attendance.decide({ allowed: 'setStatuses' }, [
      { ...decision, actorId: real.ids.teacher, reason: null },
    ]);
    const facts = model.facts[s]![n]!;
    expect(cleared.size).toBe(facts.decided === undefined ? 0 : 1);
    delete facts.decided;
  }),
);
const dispute = fc.tuple(session, student, fc.boolean()).map(([s, n, answers]) =>
  command(`dispute ${s} ${n} ${answers}`, async (model, real) => {
    const key = keyOf(real, s, n);
    const facts = model.facts[s]![n]!;
    const changed = answers
      ? await stores.attendance.answerDispute(key, real.ids.teacher, 'So you were')
      : await stores.attendance.dispute(key, 'I was there');
    expect(changed).toBe(answers === facts.disputed);
    if (changed) facts.disputed = !answers;
  }),
);
type Change =
  | 'sections'
  | 'move'
  | 'postpone'
  | 'meet'
  | 'late'
  | 'end'
  | 'reopen'
  | 'cancel'
  | 'show'
  | 'policy';
/** The sections that a session may cover; the last choice is a joint class. */
const COVERED = [undefined, [0], [1], [0, OTHER_SECTION]];
const editSession = (s: number, [what, by]: readonly [Change, number], isDelivered: boolean) =>
  command(`${what} ${s} ${by}${isDelivered ? '' : ', with the next'}`, async (model, real) => {
    const edited = model.sessions[s]!;
    edited.version += 1;
    if (what === 'move') edited.start = Math.max(DAY, edited.start + by);
    // A future class can only have decisions in advance.
    if (what === 'postpone') edited.start = (edited.start % DAY) + (edited.start < FUTURE ? FUTURE : DAY);
    if (what === 'meet') edited.start = model.sessions[1 - s]!.start + by;
    if (what === 'sections') edited.sections = COVERED[by];
    if (what === 'late') edited.lateAfter = by;
    if (what === 'end') edited.endedAt = edited.start + by;
    if (what === 'reopen') {
      delete edited.endedAt;
      edited.canceled = false;
    }
    if (what === 'cancel') edited.canceled = true;
    if (what === 'show') edited.shown = true;
    if (what === 'policy') edited.missedIsLate = !edited.missedIsLate;
    const changes = { end: 'ended', reopen: 'reopened', cancel: 'canceled', show: 'confirmed' } as const;
    await deliver(
      publishSession(real, model, s, what in changes ? changes[what as keyof typeof changes] : 'edited'),
    );
  });
const edit = fc
  .tuple(
    session,
    fc.oneof(
      minutes.map((by) => ['move', by] as const),
      fc.constant(['postpone', 0] as const),
      fc.constantFrom(1, 20, 40).map((after) => ['meet', after] as const),
      fc.constantFrom(0, 5, 20).map((limit) => ['late', limit] as const),
      fc.integer({ min: 1, max: 60 }).map((after) => ['end', after] as const),
      fc.nat({ max: COVERED.length - 1 }).map((choice) => ['sections', choice] as const),
      fc.constant(['reopen', 0] as const),
      fc.constant(['cancel', 0] as const),
      fc.constant(['show', 0] as const),
      fc.constant(['policy', 0] as const),
    ),
    fc.boolean(),
  )
  .map((chosen) => editSession(...chosen));
const changePeriod = (n: number, what: 'join' | 'leave' | 'void' | 'switch', at: Minute) =>
  command(`${what} ${n} at ${at}`, async (model, real) => {
    const periods = model.periods[n]!;
    const last = periods.at(-1);
    if (what === 'join') {
      if (last && last.ended === undefined) return;
      periods.push({
        section: n === OTHER_STUDENT ? OTHER_SECTION : n % 2,
        began: Math.max(at, last?.ended ?? 0),
        voided: false,
      });
    } else {
      if (!last || last.ended !== undefined) return;
      last.ended = Math.max(at, last.began);
      last.voided = what === 'void';
      if (what === 'switch' && n !== OTHER_STUDENT)
        periods.push({ section: 1 - last.section, began: last.ended, voided: false });
    }
    await deliver(publishPeriods(real, model, n));
  });
const period = fc
  .tuple(student, fc.constantFrom('join', 'leave', 'void', 'switch'), fc.integer({ min: 0, max: 6 * DAY }))
  .map((chosen) => changePeriod(...chosen));
const checkPresence = (s: number, n: number | undefined) =>
  command(
    n === undefined ? `judge the check of ${s}` : `answer the check of ${s} by ${n}`,
    async (model, real) => {
      const sessionId = real.ids.sessions[s]!;
      if (n !== undefined) {
        const facts = model.facts[s]!;
        const own = statusOf(model.sessions[s]!, facts, facts[n]!, model.periods[n]!);
        const answers = !model.sessions[s]!.canceled && own !== undefined && own !== 'ABSENT';
        const given = { ...keyOf(real, s, n), at: dateOf(NOW), deviceKey: undefined };
        expect(await stores.attendance.answerCheck(given)).toBe(answers);
        if (answers) facts[n]!.answeredCheck = true;
        return;
      }
      await stores.attendance.judgeCheck(sessionId);
      const { rows } = await pool.query<{ student_id: string }>(
        'SELECT student_id FROM presence_checks WHERE session_id = $1 AND missed_at IS NOT NULL',
        [sessionId],
      );
      for (const row of rows) model.facts[s]![real.ids.students.indexOf(row.student_id)]!.missedCheck = true;
    },
  );
const check = fc
  .tuple(session, fc.option(student, { nil: undefined }))
  .map((chosen) => checkPresence(...chosen));
const redeliver = fc
  .nat()
  .map((choice) =>
    command(`redeliver ${choice}`, (_model, real) => deliver(real.published[choice % real.published.length])),
  );
const recountAll = command('recount', (_model, real) => cachesAgree(real));
const recount = fc.constant(recountAll);

const commands = fc.commands(
  [
    scan,
    scan,
    decide,
    clear,
    dispute,
    edit,
    edit,
    period,
    period,
    check,
    redeliver,
    recount,
    recount,
    recount,
  ],
  { maxCommands: 15 },
);
export const property = () =>
  fc.asyncProperty(commands, async (chosen) => {
    const { model, real } = await setUp();
    await fc.asyncModelRun(() => ({ model, real }), chosen);
    await cachesAgree(real);
    await agree(model, real, true);
  });

/** A class that ends after midnight; every part of the rule applies to one of its students. */
const MIDNIGHT = DAY + 720;
export const scenario = [
  editSession(0, ['move', 710], true),
  ...[0, 1].map((n) => changePeriod(n, 'join', 0)),
  scanAfter(0, 0, 10),
  scanAfter(0, 1, 2),
  checkPresence(0, 0),
  checkPresence(0, undefined),
  changePeriod(2, 'join', MIDNIGHT + 10),
  editSession(0, ['end', 60], true),
  scanAfter(1, 0, 0),
  changePeriod(1, 'void', 6 * DAY),
  changePeriod(2, 'switch', MIDNIGHT + 20),
  editSession(1, ['sections', 1], true),
  editSession(1, ['end', 30], true),
  editSession(1, ['sections', 3], true),
  scanAfter(1, OTHER_STUDENT, 5),
  // Now only one of the courses of the joint class has a pending recount.
  recountAll,
  changePeriod(0, 'leave', 6 * DAY),
  editSession(1, ['sections', 1], true),
  editSession(1, ['sections', 3], true),
  editSession(0, ['cancel', 0], true),
];
/** A class that did not take place: its students only have decisions in advance, or excuses. */
export const notHeld = [
  ...[0, 1].map((n) => changePeriod(n, 'join', 0)),
  editSession(0, ['end', 30], true),
  decideOn(0, 0, 'EXCUSED'),
  editSession(1, ['postpone', 0], true),
  editSession(1, ['end', 30], true),
  decideOn(1, 0, 'PRESENT'),
  editSession(1, ['postpone', 0], true),
];
/** A class that was ended two days later; somebody enrolled in between. */
export const forgotten = [
  editSession(0, ['show', 0], true),
  changePeriod(0, 'join', DAY + 10),
  changePeriod(1, 'join', 2 * DAY),
  editSession(0, ['end', 2 * DAY], true),
];
/**
 * Parallel classes: two students move between the sections during the classes, and one stays in one section.
 */
export const parallel = [
  ...[0, 1, 2].map((n) => changePeriod(n, 'join', 0)),
  editSession(0, ['sections', 1], true),
  editSession(1, ['sections', 2], true),
  editSession(1, ['meet', 20], true),
  ...[0, 1].map((n) => changePeriod(n, 'switch', DAY + 30)),
  editSession(0, ['show', 0], true),
  editSession(1, ['show', 0], true),
  editSession(0, ['end', 60], true),
  editSession(1, ['end', 60], true),
  recountAll,
  scanAfter(1, 0, 10),
  recountAll,
  scanAfter(0, 1, 5),
  recountAll,
  scanAfter(0, 0, 5),
  recountAll,
  editSession(1, ['meet', 45], true),
  recountAll,
];
export const play = async (commandsInOrder: readonly Command[]) => {
  const { model, real } = await setUp();
  await fc.asyncModelRun(() => ({ model, real }), commandsInOrder);
  await cachesAgree(real);
  await agree(model, real, true);
};
