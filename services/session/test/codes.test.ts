import { CODE_ALPHABET, ticketClaimsSchema } from '@qr-attendance/contracts';
import { TICKET, verifyToken } from '@qr-attendance/server';
import { eventually, type Person } from '@qr-attendance/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createClass, type Class } from './support/class.ts';
import { startWorld, type World } from './support/world.ts';

const GRACE_SECONDS = 2;
let world: World;
let room: Class;
beforeAll(async () => {
  world = await startWorld({ CODE_GRACE_SECONDS: String(GRACE_SECONDS) });
  room = createClass(world);
});
afterAll(() => world.close());

const refusal = {
  status: 404,
  body: { error: 'Invalid QR code or session not found', code: 'invalid_code' },
};

describe('a code', () => {
  it('has eight characters of the code alphabet, and is valid for the interval by the server clock', async () => {
    const before = Date.now();
    const { code, session } = await room.open({ refreshInterval: 60 });
    expect(code).toMatch(new RegExp(`^[${CODE_ALPHABET}]{8}$`));
    const issuedAt = Date.parse(session.codeExpiresAt ?? '') - 60_000;
    expect(issuedAt).toBeGreaterThanOrEqual(before);
    expect(issuedAt).toBeLessThanOrEqual(Date.now());
  });

  it('is exchanged for a ticket for this user and session, even if typed in lower case or with O for 0', async () => {
    const { id, courseId, code } = await room.open();
    const student = world.people.student();
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4).replaceAll('0', 'O').replaceAll('1', 'l')}`;
    const { status, body } = await room.verify(student, typed);
    expect(status).toBe(200);
    expect(body).toMatchObject({ _id: id, course: { _id: courseId, name: 'Algorithms', code: 'CS201' } });
    const claims = verifyToken(TICKET, world.ticketKeys, ticketClaimsSchema, body.ticket);
    expect(claims).toMatchObject({ sub: student.id, sessionId: id, courseId });
    const left = Date.parse(body.ticketExpiresAt) - Date.now();
    expect(left).toBeGreaterThan(110_000);
    expect(left).toBeLessThanOrEqual(120_000);
    // Phones with a wrong clock compute the server's time from this value.
    const serverTime = Date.parse(body.startTime) - (body.startsInMs ?? Number.NaN);
    expect(serverTime).toBeLessThanOrEqual(Date.now());
    expect(serverTime).toBeGreaterThan(Date.now() - 10_000);
  });

  it("returns the student's current enrollment from the course service", async () => {
    const { code, courseId } = await room.open();
    const [member, stranger] = [world.people.student(), world.people.student()];
    room.giveEnrollment(member, courseId);
    const enrolledOf = async (person: Person) => (await room.verify(person, code)).body.enrolled;
    expect(await enrolledOf(member)).toBe(true);
    expect(await enrolledOf(stranger)).toBe(false);
    room.giveEnrollment(stranger, courseId);
    expect(await enrolledOf(stranger)).toBe(true);
    expect((await room.verify(world.people.teacher(), code)).body).not.toHaveProperty('enrolled');
  });

  it('never reveals the location of the room', async () => {
    const { code } = await room.open();
    const { body } = await room.verify(world.people.student(), code);
    expect(body.location).toEqual({ required: true, radius: 50 });
    expect(JSON.stringify(body)).not.toMatch(/latitude|longitude|52\.52/);
    const { code: other } = await room.open({ useLocation: false });
    const { body: anywhere } = await room.verify(world.people.student(), other);
    expect(anywhere.location).toEqual({ required: false });
  });

  it('expires by the server clock, whether or not a page refreshes it', async () => {
    const { id, code } = await room.open({ refreshInterval: 15 });
    const student = world.people.student();
    await room.age(id, 15);
    expect((await room.verify(student, code)).status).toBe(200);
    await room.age(id, GRACE_SECONDS);
    await eventually(async () => expect(await room.verify(student, code)).toMatchObject(refusal));
  });

  it('is valid only during its grace period after it was replaced', async () => {
    const { teacher, id, code } = await room.open({ refreshInterval: 300 });
    const student = world.people.student();
    await room.age(id, 3);
    const { status, body } = await room.refresh(teacher, id);
    expect(status).toBe(200);
    expect(body.qrCode).not.toBe(code);
    expect((await room.verify(student, code)).status).toBe(200);
    await eventually(async () => expect(await room.verify(student, code)).toMatchObject(refusal));
    expect((await room.verify(student, body.qrCode)).status).toBe(200);
  });

  it('is the same for pages that refresh at the same time or shortly after each other', async () => {
    const { teacher, id, code } = await room.open();
    expect((await room.refresh(teacher, id)).body.qrCode).toBe(code);
    await room.age(id, 3);
    const pages = await Promise.all([1, 2, 3, 4].map(() => room.refresh(teacher, id)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const shown = new Set(pages.map(({ body }) => body.qrCode));
    expect(shown.size).toBe(1);
    expect(shown).not.toContain(code);
    const later = await room.refresh(teacher, id);
    const { qrCode, codeExpiresAt } = later.body;
    expect({ qrCode, codeExpiresAt }).toEqual({
      qrCode: pages[0]?.body.qrCode,
      codeExpiresAt: pages[0]?.body.codeExpiresAt,
    });
    expect((await room.get(teacher, id)).body.qrCode).toBe(later.body.qrCode);
  });

  it('is replaced once by requests that name it, but not by requests that name another code', async () => {
    const { teacher, id, code } = await room.open({ refreshInterval: 60 });
    await room.age(id, 5);
    const read = await room.refresh(teacher, id, { replaces: '' });
    expect(read.body.qrCode).toBe(code);
    const pages = [await room.refresh(teacher, id, { replaces: code })];
    await room.age(id, 5);
    pages.push(await room.refresh(teacher, id, { replaces: code }));
    const [first, repeated] = pages.map(({ body }) => body.qrCode);
    expect(first).not.toBe(code);
    expect(repeated).toBe(first);
    const longer = { replaces: code, refreshInterval: 120 };
    const changed = (await room.refresh(teacher, id, longer)).body;
    await room.age(id, 5);
    expect((await room.refresh(teacher, id, longer)).body.qrCode).toBe(changed.qrCode);
    expect(await room.refresh(teacher, id, { replaces: 'x'.repeat(9) })).toMatchObject({ status: 400 });
  });

  it.each([
    [15, 4],
    [30, 2],
    [60, 1],
    [300, 1],
  ] as const)(
    'comes with the next codes (interval %d s: %d codes), which are accepted only in their turn',
    async (refreshInterval, count) => {
      const { teacher, id } = await room.open({ refreshInterval });
      const { nextCodes = [] } = (await room.refresh(teacher, id)).body;
      expect(nextCodes).toHaveLength(count);
      const student = world.people.student();
      for (const code of nextCodes) {
        expect(await room.verify(student, code)).toMatchObject(refusal);
        await room.age(id, refreshInterval);
        expect((await room.verify(student, code)).status).toBe(200);
      }
      expect(nextCodes).toContain((await room.refresh(teacher, id, { replaces: '' })).body.qrCode);
    },
  );

  it('invalidates prefetched codes when it is replaced', async () => {
    const { teacher, id, code } = await room.open({ refreshInterval: 15 });
    const { nextCodes: [next = ''] = [] } = (await room.refresh(teacher, id)).body;
    await room.age(id, 5);
    await room.refresh(teacher, id, { replaces: code });
    await room.age(id, 15);
    expect(await room.verify(world.people.student(), next)).toMatchObject(refusal);
  });

  it('cannot be prefetched for a session with burst codes, or by students or other staff', async () => {
    const strict = await room.open({ policy: { burstCodes: true } });
    expect((await room.refresh(strict.teacher, strict.id)).body).not.toHaveProperty('nextCodes');
    const { id } = await room.open();
    expect((await room.refresh(world.people.student(), id)).status).toBe(403);
    expect((await room.refresh(world.people.teacher(), id)).status).toBe(404);
  });

  it('is accepted from a replica with a fast clock, and replaced at the next refresh', async () => {
    const { teacher, id, code } = await room.open({ refreshInterval: 300 });
    const student = world.people.student();
    await room.age(id, -120);
    expect((await room.verify(student, code)).status).toBe(200);
    const { body } = await room.refresh(teacher, id);
    expect(body.qrCode).not.toBe(code);
    expect(body.shownForMs).toBeLessThanOrEqual(300_000);
    expect((await room.verify(student, body.qrCode)).status).toBe(200);
  });

  it('uses the interval from the refresh request, which the session stores', async () => {
    const { teacher, id } = await room.open();
    const { body } = await room.refresh(teacher, id, { refreshInterval: 120 });
    expect(body.refreshInterval).toBe(120);
    const left = Date.parse(body.codeExpiresAt) - Date.now();
    expect(left).toBeGreaterThan(115_000);
    expect(left).toBeLessThanOrEqual(120_000);
    expect((await room.refresh(teacher, id, {})).body.refreshInterval).toBe(120);
    expect((await room.get(teacher, id)).body).toMatchObject({ refreshInterval: 120 });
  });

  it('is current when the teacher opens the page, and the same for concurrent pages', async () => {
    const { teacher, id, code } = await room.open({ refreshInterval: 15 });
    expect((await room.get(teacher, id)).body.qrCode).toBe(code);
    await room.age(id, 15);
    const pages = await Promise.all([1, 2, 3].map(() => room.get(teacher, id)));
    const shown = new Set(pages.map(({ body }) => body.qrCode));
    expect(shown.size).toBe(1);
    expect(shown).not.toContain(code);
    expect((await room.verify(world.people.student(), [...shown][0])).status).toBe(200);
  });

  it.each(['NOSUCH00', '$ne', 'x', '%7B%22%24gt%22%3A%22%22%7D', '0'.repeat(64)])(
    'gets the same response as any wrong code if it was never issued (%s)',
    async (code) => {
      expect(await room.verify(world.people.student(), code)).toMatchObject(refusal);
    },
  );

  it('expires at once when its session ends', async () => {
    const { teacher, id, code } = await room.open();
    await room.end(teacher, id);
    expect(await room.verify(world.people.student(), code)).toMatchObject(refusal);
    expect(await room.refresh(teacher, id)).toMatchObject({
      status: 409,
      body: { error: 'This class has ended.', code: 'session_ended' },
    });
    expect((await room.get(teacher, id)).body).not.toHaveProperty('qrCode');
  });
});
