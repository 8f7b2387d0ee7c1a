import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  OPEN_POLICY,
  PRESENCE_CHECK_SECONDS,
  ticketClaimsSchema,
  type PresenceCheck,
  type Session,
} from '@qr-attendance/contracts';
import { newSecret, TICKET, verifyToken } from '@qr-attendance/server';
import { call, eventually, createDevice, type Person } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import {
  answersPresenceCheck,
  randomFractionOf,
  isCheckDue,
  momentOf,
  MAX_ROUNDS,
} from '../src/core/sessions/rules/presence-check.ts';
import type { PresenceCheck as Kept } from '../src/db/stored-session.ts';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const MINUTE_MS = 60_000;
const START = new Date('2026-09-14T09:00:00.000Z');
const after = (minutes: number, from = START) => new Date(from.getTime() + minutes * MINUTE_MS);
const classOf = (minutes: number | undefined, lateAfterMinutes = 10) => ({
  startTime: START,
  ...(minutes === undefined ? {} : { endTime: after(minutes) }),
  lateAfterMinutes,
});
const checkOpenedAt = (openedAt: Date, more: Partial<Kept> = {}): Kept => ({
  openedAt,
  endsAt: after(1, openedAt),
  confirmed: false,
  round: 1,
  ...more,
});
const ALMOST_1 = 1 - 2 ** -48;
const minuteOf = (moment: Date | undefined) =>
  moment && Math.round((moment.getTime() - START.getTime()) / MINUTE_MS);

describe('the time of a presence check', () => {
  it.each([
    ['a usual class', classOf(90), 18, 72],
    ['a class with an early late threshold', classOf(45), 15, 36],
    ['a class whose late threshold leaves too little time', classOf(20), 5, 16],
    ['a class without a late threshold', classOf(60, 0), 12, 48],
    ['a class without an end, treated as one hour', classOf(undefined), 15, 48],
    ['the shortest class', classOf(10, 0), 5, 8],
  ])('is in the middle part of %s', (_what, times, first, last) => {
    expect(minuteOf(momentOf(times, 0))).toBe(first);
    expect(minuteOf(momentOf(times, ALMOST_1))).toBe(last);
  });

  it('does not exist in a class of less than ten minutes', () => {
    expect(momentOf(classOf(9), 0)).toBeUndefined();
  });

  it('moves when the times of its session change', () => {
    const moved = { startTime: after(30), endTime: after(120), lateAfterMinutes: 10 };
    expect(minuteOf(momentOf(moved, 0.5))).toBe(30 + 45);
  });

  it('is set again after a check that was not shown until its end', () => {
    const presenceCheck = checkOpenedAt(after(30));
    expect(minuteOf(momentOf({ ...classOf(90), presenceCheck }, 0))).toBe(33);
    expect(minuteOf(momentOf({ ...classOf(90), presenceCheck: checkOpenedAt(after(80)) }, ALMOST_1))).toBe(
      83,
    );
  });

  it('differs for each secret and round, and is the same on every replica', () => {
    const secrets = Array.from({ length: 2_000 }, newSecret);
    const draws = secrets.map((secret) => randomFractionOf(secret, 0));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = draws.filter((draw) => Math.floor(draw * 10) === tenth).length / draws.length;
      expect(share).toBeGreaterThan(0.06);
      expect(share).toBeLessThan(0.14);
    }
    const [secret = ''] = secrets;
    expect(randomFractionOf(secret, 0)).toBe(draws[0]);
    expect(randomFractionOf(secret, 1)).not.toBe(draws[0]);
  });

  it('is not set again after a valid check, after three rounds, or close to the end of the class', () => {
    const currentCode = { secret: newSecret(), refreshes: 0, issuedAt: START };
    const source = { ...classOf(90), currentCode };
    expect(isCheckDue(source, after(10))).toBe(false);
    expect(isCheckDue(source, after(72))).toBe(true);
    expect(isCheckDue(source, after(89.5))).toBe(false);
    const confirmed = { ...source, presenceCheck: checkOpenedAt(after(20), { confirmed: true }) };
    expect(isCheckDue(confirmed, after(72))).toBe(false);
    const tried = { ...source, presenceCheck: checkOpenedAt(after(20), { round: MAX_ROUNDS }) };
    expect(isCheckDue(tried, after(72))).toBe(false);
  });

  it('allows scans from its first second until shortly after its end, or longer with extra time', () => {
    const presenceCheck = checkOpenedAt(after(30));
    const answers = (minutes: number, extra = 0) =>
      answersPresenceCheck({ presenceCheck }, after(minutes), extra);
    expect([answers(29.9), answers(30), answers(31), answers(31.2), answers(31.3)]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([answers(33, 2), answers(33.3, 2)]).toEqual([true, false]);
    expect(answersPresenceCheck({}, after(30), 0)).toBe(false);
  });
});

let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld();
  room = createClass(world);
});
afterAll(() => world.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
/**
 * An hour-long class that started this many minutes ago: after 48 minutes its presence check is certainly
 * due.
 */
const begun = async (minutes: number, policy: object = { presenceCheck: 'review' }) => {
  const teacher = world.people.teacher();
  const courseId = room.giveCourse(teacher);
  const student = world.people.student();
  room.giveEnrollment(student, courseId);
  const times = { startTime: ago(minutes), endTime: ago(minutes - 60) };
  const { body } = await room.create(teacher, room.newSession(courseId, { ...times, policy }));
  return { teacher, student, courseId, session: body, id: body._id };
};
const ask = ({ token }: Person, id: string, path = '') =>
  call<PresenceCheck & { code?: string }>(world.url(), 'POST', `/api/sessions/${id}/presence-check${path}`, {
    token,
  });
const show = (teacher: Person, id: string) => ask(teacher, id, '/shown');
const moveBack = async (id: string, seconds: number) => {
  const sessions = world.database.collection('sessions');
  const _id = new mongoose.Types.ObjectId(id);
  const found = await sessions.findOne<{ presenceCheck: Kept }>({ _id });
  const { openedAt, endsAt } = found!.presenceCheck;
  const before = (moment: Date) => new Date(moment.getTime() - seconds * 1000);
  const moved = { 'presenceCheck.openedAt': before(openedAt), 'presenceCheck.endsAt': before(endsAt) };
  await sessions.updateOne({ _id }, { $set: moved });
};
const scan = async (student: Person, { qrCode = '' }: Session) => {
  const { body } = await room.verifySigned(student, qrCode, createDevice().scanHeaders(qrCode));
  const claims = verifyToken(TICKET, world.ticketKeys, ticketClaimsSchema, body.ticket);
  return { presenceCheck: body.presenceCheck, presenceCheckAt: claims?.presenceCheckAt };
};

describe('a presence check', () => {
  it('is started once at its time by any number of projector views', async () => {
    const { teacher, student, session, id } = await begun(49);
    expect((await room.get(teacher, id)).body.presenceCheck).toEqual({ state: 'waiting', due: true });
    expect(await scan(student, session)).toEqual({ presenceCheck: 'later', presenceCheckAt: undefined });
    const shown = await Promise.all(Array.from({ length: 4 }, () => show(teacher, id)));
    const [{ body: first }] = shown as [(typeof shown)[number]];
    expect(first).toMatchObject({ state: 'open' });
    expect(new Set(shown.map(({ body }) => body.openedAt))).toEqual(new Set([first.openedAt]));
    expect(first.endsInMs).toBeLessThanOrEqual(PRESENCE_CHECK_SECONDS * 1000);
    expect(Date.parse(first.endsAt!) - Date.parse(first.openedAt!)).toBe(PRESENCE_CHECK_SECONDS * 1000);
    const answered = await eventually(async () => {
      const now = await scan(student, session);
      expect(now.presenceCheck).toBe('now');
      return now;
    });
    expect(Math.abs(answered.presenceCheckAt! * 1000 - Date.now())).toBeLessThan(20_000);
    await eventually(() =>
      expect(world.lastSeen(id).at(-1)?.session.presenceCheck).toEqual({
        openedAt: first.openedAt,
        endsAt: first.endsAt,
        confirmed: false,
      }),
    );
  });

  it('counts if a projector view showed it until its end, and is not repeated', async () => {
    const { teacher, student, session, id } = await begun(49);
    await show(teacher, id);
    await moveBack(id, 50);
    expect((await show(teacher, id)).body).toMatchObject({ state: 'open' });
    await eventually(() => expect(world.lastSeen(id).at(-1)?.session.presenceCheck?.confirmed).toBe(true));
    await moveBack(id, 60);
    const over = await show(teacher, id);
    expect(over.body).toMatchObject({ state: 'over' });
    expect((await ask(teacher, id)).body).toEqual(over.body);
    expect(await scan(student, session)).toEqual({ presenceCheck: undefined, presenceCheckAt: undefined });
  });

  it('does not count if no projector view showed its end, and is repeated', async () => {
    const { teacher, id } = await begun(45);
    const first = await ask(teacher, id);
    expect(first.body).toMatchObject({ state: 'open' });
    await moveBack(id, 300);
    expect((await room.get(teacher, id)).body.presenceCheck).toMatchObject({ state: 'void' });
    expect(world.lastSeen(id).some(({ session }) => session.presenceCheck?.confirmed)).toBe(false);
    const second = await ask(teacher, id);
    expect(second.body).toMatchObject({ state: 'open' });
    expect(second.body.openedAt).not.toBe(first.body.openedAt);
  });

  it('is not revealed by a response, event or log before it starts', async () => {
    const { teacher, student, courseId, session, id } = await begun(5);
    const waiting = { state: 'waiting' };
    expect(session.presenceCheck).toEqual(waiting);
    expect((await show(teacher, id)).body).toEqual(waiting);
    expect((await room.get(teacher, id)).body.presenceCheck).toEqual(waiting);
    expect((await room.get(student, id)).body).not.toHaveProperty('presenceCheck');
    expect((await room.list(student)).body[0]).not.toHaveProperty('presenceCheck');
    expect((await scan(student, session)).presenceCheck).toBe('later');
    await eventually(() => expect(world.lastSeen(id)).not.toHaveLength(0));
    const stored = await world.database
      .collection('sessions')
      .findOne({ _id: new mongoose.Types.ObjectId(id) });
    const moment = momentOf(
      { startTime: new Date(session.startTime), endTime: new Date(session.endTime!), lateAfterMinutes: 10 },
      randomFractionOf((stored as unknown as { currentCode: { secret: string } }).currentCode.secret, 0),
    );
    const output = JSON.stringify([world.lastSeen(id), await room.get(teacher, id), stored]) + world.log();
    expect(output).not.toContain(moment!.toISOString().slice(0, 16));
    expect(output).toContain(courseId);
  });

  it('can be started only by the session’s teacher, and only in a running class with a presence check', async () => {
    const { teacher, student, id } = await begun(20);
    for (const path of ['', '/shown']) {
      expect((await ask(student, id, path)).status).toBe(403);
      expect((await ask(world.people.teacher(), id, path)).status).toBe(404);
      expect((await ask(teacher, 'nonsense', path)).status).toBe(400);
    }
    const without = await begun(20, { presenceCheck: 'off' });
    const off = { status: 409, body: { code: 'presence_check_off' } };
    expect(await ask(without.teacher, without.id)).toMatchObject(off);
    expect(await show(without.teacher, without.id)).toMatchObject(off);
    expect((await room.get(without.teacher, without.id)).body).not.toHaveProperty('presenceCheck');
    const early = await begun(-10);
    expect(await ask(early.teacher, early.id)).toMatchObject({
      status: 409,
      body: { code: 'session_not_begun' },
    });
    await room.end(teacher, id);
    expect(await ask(teacher, id)).toMatchObject({ status: 409, body: { code: 'session_ended' } });
    await room.cancel(teacher, id);
    expect(await show(teacher, id)).toMatchObject({ status: 409, body: { code: 'session_canceled' } });
  });

  it('is enabled by session or course, and off by default', async () => {
    const { session } = await begun(5, {});
    expect(session.policy).toEqual(OPEN_POLICY);
    expect(session).not.toHaveProperty('presenceCheck');
    const late = await begun(5, { presenceCheck: 'late' });
    expect(late.session.policy?.presenceCheck).toBe('late');
    const { teacher, courseId } = late;
    const wrong = await room.create(
      teacher,
      room.newSession(courseId, { policy: { presenceCheck: 'expel' } }),
    );
    expect(wrong.status).toBe(400);
  });

  it('survives a change to the session, even after it has started', async () => {
    const { teacher, session, id } = await begun(30);
    const { body: asked } = await ask(teacher, id);
    const { body: changed } = await room.get(teacher, id);
    const edit = {
      version: changed.version,
      date: session.date,
      startTime: session.startTime,
      endTime: ago(-45),
      useLocation: false,
      lateAfterMinutes: 10,
    };
    const edited = await room.edit(teacher, id, edit);
    expect(edited.status).toBe(200);
    expect(edited.body.presenceCheck).toMatchObject({ state: 'open', openedAt: asked.openedAt });
    await eventually(() =>
      expect(world.lastSeen(id).at(-1)?.session).toMatchObject({
        version: edited.body.version,
        presenceCheck: { openedAt: asked.openedAt },
      }),
    );
  });
});
