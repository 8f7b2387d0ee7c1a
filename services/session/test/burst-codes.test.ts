import { randomUUID } from 'node:crypto';
import { BURST_WINDOW_MS, BURST_WORDS_MS, ticketClaimsSchema } from '@qr-attendance/contracts';
import { thumbprintOf, TICKET, verifyToken } from '@qr-attendance/server';
import { eventually, createDevice, type Person, type TestDevice } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { createBurstCode, createWords, windowAt } from '../src/core/codes/rules/burst-code.ts';
import type { CurrentCode } from '../src/db/stored-session.ts';
import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const MAX_WRONG_CODES = 3;
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({ WRONG_CODES_PER_PERSON: String(MAX_WRONG_CODES) });
  room = createClass(world);
});
afterAll(() => world.close());

const openSession = (policy: object = { burstCodes: true }, more: object = {}) =>
  room.open({ startTime: new Date().toISOString(), policy, ...more });
type OpenedSession = Awaited<ReturnType<typeof openSession>>;

const sessions = () => world.database.collection('sessions');
const currentCodeOf = async (id: string) =>
  (await sessions().findOne({ _id: new mongoose.Types.ObjectId(id) }))?.['currentCode'] as CurrentCode;

const recordCodes = async ({ id }: Pick<OpenedSession, 'id'>, windowsBefore = [2, 1, 0]) => {
  const { secret = '' } = await currentCodeOf(id);
  const now = Date.now();
  return windowsBefore.map((before) => {
    const window = windowAt(now) - before;
    return { code: createBurstCode(secret, window), agoMs: Math.max(0, now - window * BURST_WINDOW_MS) };
  });
};
const sequenceOf = (codes: object[], device?: TestDevice, more: object = {}) => ({
  codes,
  nonce: randomUUID(),
  at: new Date().toISOString(),
  ...(device ? { deviceKey: device.publicKey } : {}),
  ...more,
});
const claimsOf = (ticket: string) => verifyToken(TICKET, world.ticketKeys, ticketClaimsSchema, ticket);
const scanLive = async (student: Person, codes: object[], device = createDevice()) =>
  room.sendSequence(student, sequenceOf(codes, device), device);

describe('the projector view of a session with burst codes', () => {
  it('receives the current codes and those of the next ten seconds, unlike anyone else', async () => {
    const session = await openSession();
    const { status, body } = await room.wall(session.teacher, session.id);
    expect(status).toBe(200);
    expect(body.windowMs).toBe(BURST_WINDOW_MS);
    expect(body.codes.map(({ code }) => code)).toContain((await recordCodes(session, [0]))[0]?.code);
    expect(body.codes.length).toBeLessThanOrEqual(15);
    for (const { words } of body.words) expect(words).toHaveLength(2);
    expect((await room.wall(world.people.teacher(), session.id)).status).toBe(404);
    expect((await room.wall(world.people.student(), session.id)).status).toBe(403);
  });

  it('has no burst codes without that policy, before the code opens, or after the end', async () => {
    const ordinary = await openSession({});
    expect(await room.wall(ordinary.teacher, ordinary.id)).toMatchObject({
      status: 409,
      body: { code: 'session_not_live' },
    });
    const tomorrow = await openSession(undefined, {
      startTime: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect((await room.wall(tomorrow.teacher, tomorrow.id)).body.code).toBe('code_not_open');
    const ended = await openSession();
    await room.end(ended.teacher, ended.id);
    expect((await room.wall(ended.teacher, ended.id)).body.code).toBe('session_ended');
  });

  it('adapts when the teacher turns burst codes on or off during the class', async () => {
    const { teacher, id, code } = await openSession({});
    const edit = async (burstCodes: boolean) => {
      const { body } = await room.get(teacher, id);
      const { date, startTime, version, lateAfterMinutes, policy } = body;
      const changed = { date, startTime, version, lateAfterMinutes, policy: { ...policy, burstCodes } };
      expect((await room.edit(teacher, id, changed)).body.policy).toMatchObject({ burstCodes });
    };
    const student = world.people.student();
    await edit(true);
    expect((await room.wall(teacher, id)).status).toBe(200);
    expect((await room.verify(student, code)).body).toMatchObject({ code: 'burst_code_needed' });
    await edit(false);
    expect((await room.verify(student, code)).status).toBe(200);
    expect((await scanLive(student, await recordCodes({ id }))).status).toBe(404);
  });
});

describe('a sequence of burst codes', () => {
  it('is exchanged for the same ticket as an ordinary scan, with its delay', async () => {
    const session = await openSession();
    const device = createDevice();
    const { status, body } = await scanLive(world.people.student(), await recordCodes(session), device);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: session.id, course: { _id: session.courseId } });
    expect(body.requires).not.toHaveProperty('burstCodes');
    const claims = claimsOf(body.ticket);
    expect(claims).toMatchObject({ sessionId: session.id, cnf: { jkt: thumbprintOf(device.publicKey) } });
    expect(claims?.burstLateMs).toBeGreaterThanOrEqual(0);
    expect(claims?.burstLateMs).toBeLessThan(BURST_WINDOW_MS + 5_000);
    const ordinary = await openSession({});
    const plain = await room.verify(world.people.student(), ordinary.code);
    expect(claimsOf(plain.body.ticket)).not.toHaveProperty('burstLateMs');
  });

  it('is accepted by a replica that has just received the session', async () => {
    const other = await world.startReplica();
    try {
      const session = await openSession();
      const elsewhere = createClass({ ...world, url: () => other.url });
      const device = createDevice();
      const sequence = sequenceOf(await recordCodes(session), device);
      expect((await elsewhere.sendSequence(world.people.student(), sequence, device)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('is rejected if another browser or none signed it, or if a code was inserted', async () => {
    const session = await openSession();
    const [own, thief] = [createDevice(), createDevice()];
    const sequence = sequenceOf(await recordCodes(session), own);
    const notYours = { status: 403, body: { code: 'scan_not_yours' } };
    expect(await room.sendSequence(world.people.student(), sequence, thief)).toMatchObject(notYours);
    expect(await room.sendSequence(world.people.student(), sequence)).toMatchObject(notYours);
    const signed = { ...own, headersFor: () => own.headersFor(JSON.stringify(sequence)) };
    const changed = { ...sequence, roundTripMs: 2_000 };
    expect(await room.sendSequence(world.people.student(), changed, signed)).toMatchObject(notYours);
    const [first, second] = await recordCodes(session);
    const [stranger] = await recordCodes(await openSession(), [0]);
    expect(await scanLive(world.people.student(), [first!, second!, stranger!])).toMatchObject({
      status: 404,
      body: { code: 'invalid_code' },
    });
  });

  it('is accepted unsigned if the session allows it, which the ticket records', async () => {
    const student = world.people.student();
    const session = await openSession();
    const { body } = await room.sendSequence(student, sequenceOf(await recordCodes(session)));
    expect(claimsOf(body.ticket)).toMatchObject({ unsigned: true });
    const strict = await openSession({ burstCodes: true, allowUnsigned: false });
    const refused = await room.sendSequence(student, sequenceOf(await recordCodes(strict)));
    expect(refused).toMatchObject({ status: 403, body: { code: 'scan_unsigned' } });
  });

  it('counts as a wrong code if no camera could have seen it or it arrives too late', async () => {
    const session = await openSession();
    const student = world.people.student();
    const codes = await recordCodes(session);
    const atOnce = codes.map((one) => ({ ...one, agoMs: 0 }));
    expect((await scanLive(student, atOnce)).body.code).toBe('burst_sequence_implausible');
    const old = await recordCodes(session, [20, 19, 18]);
    expect((await scanLive(student, old)).body.code).toBe('burst_sequence_late');
    expect((await scanLive(student, codes.toReversed())).body.code).toBe('burst_sequence_implausible');
    expect((await scanLive(student, atOnce)).body.code).toBe('too_many_codes');
    expect((await scanLive(student, await recordCodes(session))).body.code).toBe('too_many_codes');
  });

  it.each([
    ['too few codes', { codes: [{ code: 'A', agoMs: 0 }] }],
    ['too many codes', { codes: Array.from({ length: 6 }, () => ({ code: 'A', agoMs: 0 })) }],
    ['no codes', { codes: undefined }],
    ['a future time', { codes: Array.from({ length: 3 }, () => ({ code: 'A', agoMs: -1 })) }],
    ['no nonce', { nonce: undefined }],
    ['no time', { at: 'now' }],
    ['no round-trip time', { roundTripMs: 'none' }],
    ['no key', { deviceKey: {} }],
  ])('is rejected as a bad request with %s', async (_name, wrong) => {
    const codes = Array.from({ length: 3 }, () => ({ code: 'A', agoMs: 0 }));
    const { status } = await room.sendSequence(world.people.student(), { ...sequenceOf(codes), ...wrong });
    expect(status).toBe(400);
  });
});

describe('a single code', () => {
  const needed = { status: 409, body: { code: 'burst_code_needed' } };

  it('is not sufficient for a session with burst codes, and neither is an ordinary code', async () => {
    const session = await openSession();
    const student = world.people.student();
    const [live] = await recordCodes(session, [0]);
    for (const code of [session.code, live?.code ?? '']) {
      expect(await room.verify(student, code)).toMatchObject(needed);
      expect(await room.scan(code, createDevice())).toMatchObject(needed);
    }
    // A single code counts toward no limit, because the phone's own camera app reads only one.
    for (let time = 0; time < MAX_WRONG_CODES + 1; time += 1)
      expect(await room.verify(student, session.code)).toMatchObject(needed);
  });

  it('is a wrong code if it only looks like a burst code', async () => {
    expect(await room.verify(world.people.student(), 'ABCDEFGH12')).toMatchObject({ status: 404 });
  });
});

describe('the words beside a burst code', () => {
  const memberOf = ({ courseId }: Pick<OpenedSession, 'courseId'>): Person => {
    const student = world.people.student();
    room.giveEnrollment(student, courseId);
    return student;
  };
  const wordsOf = async ({ teacher, id }: OpenedSession) =>
    (await room.wall(teacher, id)).body.words[0]?.words ?? [];

  it('are exchanged for the same ticket as a scan, signed or unsigned', async () => {
    const session = await openSession();
    const [firstWord = '', secondWord = ''] = await wordsOf(session);
    const device = createDevice();
    for (const typed of [`${firstWord} ${secondWord}`, `${firstWord.toUpperCase()}${secondWord}`]) {
      const path = encodeURIComponent(typed);
      const { status, body } = await room.verifySigned(memberOf(session), path, device.scanHeaders(typed));
      expect({ status, id: body._id }).toEqual({ status: 200, id: session.id });
      expect(claimsOf(body.ticket)).toMatchObject({
        cnf: { jkt: thumbprintOf(device.publicKey) },
        words: true,
      });
    }
  });

  it('work only in the browser that used them first, signed or unsigned', async () => {
    const session = await openSession();
    const typed = (await wordsOf(session)).join(' ');
    const path = encodeURIComponent(typed);
    const [device, other] = [createDevice(), createDevice()];
    const [student, friend] = [memberOf(session), memberOf(session)];
    const use = async (person: Person, headers: Record<string, string>) =>
      (await room.verifySigned(person, path, headers)).status;
    const first = await Promise.all([
      use(student, device.scanHeaders(typed)),
      use(friend, other.scanHeaders(typed)),
    ]);
    expect(first.toSorted()).toEqual([200, 409]);
    const winner = first[0] === 200 ? device : other;
    expect(await use(student, winner.scanHeaders(typed))).toBe(200);
    expect(await room.verify(friend, path)).toMatchObject({ status: 409, body: { code: 'words_used' } });
    const unsigned = await openSession();
    for (const person of [student, friend]) room.giveEnrollment(person, unsigned.courseId);
    const words = encodeURIComponent((await wordsOf(unsigned)).join(' '));
    expect((await room.verify(student, words)).status).toBe(200);
    expect((await room.verify(student, words)).status).toBe(200);
    expect((await room.verify(friend, words)).status).toBe(409);
  });

  it('cannot be used by somebody outside the course', async () => {
    const session = await openSession();
    const typed = (await wordsOf(session)).join(' ');
    const outsider = await room.verifySigned(
      world.people.student(),
      encodeURIComponent(typed),
      createDevice().scanHeaders(typed),
    );
    expect(outsider).toMatchObject({ status: 403, body: { code: 'words_for_members' } });
    expect((await room.verify(memberOf(session), encodeURIComponent(typed))).status).toBe(200);
  });

  it('can be used once per student and class, and the teacher sees how often others were rejected', async () => {
    const session = await openSession();
    await wordsOf(session);
    const { secret = '' } = await currentCodeOf(session.id);
    const window = windowAt(Date.now(), BURST_WORDS_MS);
    const [first, second] = [window - 1, window].map((shown) => createWords(secret, shown).join(' '));
    const [greedy, honest] = [memberOf(session), memberOf(session)];
    const enter = async (person: Person, words: string | undefined) =>
      (await room.verify(person, encodeURIComponent(words ?? ''))).status;
    expect([await enter(greedy, first), await enter(greedy, second)]).toEqual([200, 200]);
    expect(await enter(honest, second)).toBe(200);
    expect((await room.wall(session.teacher, session.id)).body.wordsRefused).toBeUndefined();
    expect(await enter(memberOf(session), second)).toBe(409);
    expect((await room.wall(session.teacher, session.id)).body.wordsRefused).toBe(1);
  });

  it('are not used up by a rejected scan', async () => {
    const session = await openSession({ burstCodes: true, allowUnsigned: false });
    const typed = (await wordsOf(session)).join(' ');
    const path = encodeURIComponent(typed);
    expect((await room.verify(memberOf(session), path)).status).toBe(403);
    const signed = createDevice().scanHeaders(typed);
    expect((await room.verifySigned(memberOf(session), path, signed)).status).toBe(200);
  });

  it('are neither shown nor accepted if the teacher has switched them off', async () => {
    const session = await openSession({ burstCodes: true, allowWords: false });
    expect((await room.wall(session.teacher, session.id)).body).toMatchObject({ words: [] });
    const { secret = '' } = await currentCodeOf(session.id);
    const words = createWords(secret, windowAt(Date.now(), BURST_WORDS_MS)).join(' ');
    expect(await room.verify(world.people.student(), encodeURIComponent(words))).toMatchObject({
      status: 404,
      body: { code: 'invalid_code' },
    });
    expect((await scanLive(world.people.student(), await recordCodes(session))).status).toBe(200);
  });

  it('count as wrong codes if they are wrong, unless they are sent before the sign-in', async () => {
    const session = await openSession();
    const words = (await wordsOf(session)).join(' ');
    expect([404, 409]).toContain((await room.scan(words, createDevice())).status);
    const student = world.people.student();
    for (let time = 0; time < MAX_WRONG_CODES; time += 1)
      expect(await room.verify(student, encodeURIComponent(`${words}s`))).toMatchObject({
        status: 404,
        body: { code: 'invalid_code' },
      });
    expect((await room.verify(student, encodeURIComponent(words))).status).toBe(429);
    await room.end(session.teacher, session.id);
    await eventually(async () =>
      expect((await room.verify(world.people.student(), encodeURIComponent(words))).status).toBe(404),
    );
  });

  it('select the session of the student’s own course if two sessions show the same words', async () => {
    const [firstSession, secondSession] = [await openSession(), await openSession()];
    await sessions().updateOne(
      { _id: new mongoose.Types.ObjectId(secondSession.id) },
      { $set: { currentCode: await currentCodeOf(firstSession.id) } },
    );
    for (const session of [firstSession, secondSession]) {
      const student = world.people.student();
      room.giveEnrollment(student, session.courseId);
      await eventually(async () => {
        const typed = encodeURIComponent((await wordsOf(firstSession)).join(' '));
        expect((await room.verify(student, typed)).body._id).toBe(session.id);
        await wordsOf(secondSession);
      });
    }
  });
});
