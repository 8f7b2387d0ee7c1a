import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_SECURITY_PREFERENCES,
  MAX_OTHER_TRIES,
  type AttendanceRecord,
  type AuditEntry,
  type PersonalData,
  type RefusedStudent,
  type RefusedTries,
} from '@qr-attendance/contracts';
import { securityChanged, userChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { sharedKeyOf, signToken, TICKET } from '@qr-attendance/server';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { ago, objectId, person, startCampus, type Campus, type HeldClass, type Member } from './campus.ts';
import { startOwner, type Owner } from './stand-in-owner.ts';

const RETENTION_DAYS = 100;
let auth: Owner;
let courses: Owner;
let campus: Campus;
beforeAll(async () => {
  [auth, courses] = await Promise.all([startOwner(), startOwner()]);
  campus = await startCampus({
    urls: { auth: auth.url, course: courses.url },
    env: { attendance: { MARK_DETAILS_RETENTION_DAYS: String(RETENTION_DAYS) } },
  });
});
afterAll(async () => {
  await campus.stop();
  auth.stop();
  courses.stop();
});

const listOf = (heldClass: HeldClass, user = heldClass.teacher) =>
  campus.ask(user, 'GET', `/api/attendance/refused?sessionId=${heldClass.session.id}`) as Promise<{
    status: number;
    body: RefusedTries;
  }>;
const namesIn = async (heldClass: HeldClass) =>
  (await listOf(heldClass)).body.students.map(({ student, reason }) => [student.name, reason]);
const first = ({ members }: HeldClass): Member => members[0]!;
const help = (
  heldClass: HeldClass,
  what: 'enroll' | 'reset-lock' | 'confirm',
  studentId: string,
  user = heldClass.teacher,
) =>
  campus.ask(user, 'POST', `/api/attendance/refused/${what}`, { sessionId: heldClass.session.id, studentId });
const stranger = async (heldClass: HeldClass): Promise<Member> => {
  const member = { user: person('STUDENT', 'Otto Other'), device: createDevice() };
  const { id } = member.user;
  const published = {
    id,
    name: 'Otto Other',
    email: `${id}@campus.example`,
    userType: 'STUDENT',
    version: 1,
  };
  await campus.bus.publish(
    createEvent(userChanged, id, { ...published, usn: 'U9', regNo: 'R9', suspended: false, erased: false }),
  );
  await eventually(async () =>
    expect((await campus.database.query('SELECT 1 FROM people WHERE id = $1', [id])).rowCount).toBe(1),
  );
  courses.answers.set(`/internal/courses/${heldClass.course.id}/enrollments/${id}`, {
    id: objectId(),
    courseId: heldClass.course.id,
    studentId: id,
    active: false,
    enrolledAt: ago(0),
    periods: [{ sectionId: heldClass.course.id, began: ago(0), recordedAt: ago(0), by: id, voided: false }],
    version: 1,
  });
  return member;
};
const willEnroll = (heldClass: HeldClass, { user }: Member) => {
  const path = `/internal/courses/${heldClass.course.id}/enrollments/${user.id}`;
  courses.answers.set(path, { ...courses.answers.get(path), active: true, version: 2 });
};

describe('a student whose mark was rejected', () => {
  it('is shown to the teacher with name, last reason and number of attempts, until there is a mark', async () => {
    const heldClass = await campus.holdClass(2);
    const [grace, alan] = heldClass.members as [Member, Member];
    await heldClass.mark(grace, { pin: '0000' });
    await heldClass.mark({ ...grace, device: createDevice() });
    await heldClass.mark(alan, { pin: undefined });
    const { status, body } = await listOf(heldClass);
    expect(status).toBe(200);
    expect(body).toEqual({
      others: 0,
      students: [
        expect.objectContaining({ reason: 'pin_missing', tries: 1, enrolled: true, locked: false }),
        expect.objectContaining({
          student: { _id: grace.user.id, name: 'Student 0', email: expect.any(String) },
          reason: 'no_device',
          tries: 2,
        }),
      ],
    });
    await heldClass.mark(grace);
    expect(await namesIn(heldClass)).toEqual([['Student 1', 'pin_missing']]);
    await campus.publishSession({
      ...heldClass.session,
      active: false,
      endTime: ago(0),
      endedAt: ago(0),
      version: 2,
    });
    await eventually(async () => expect(await heldClass.roster()).toHaveLength(2));
    await heldClass.mark(alan);
    // The list still shows the reason after the end of the session, and the reason is not replaced by the end of the
    // session.
    expect(await namesIn(heldClass)).toEqual([['Student 1', 'pin_missing']]);
    const absence = (await heldClass.roster()).find(({ student }) => student._id === alan.user.id)!;
    await campus.ask(heldClass.teacher, 'POST', `/api/attendance/${absence._id}/review`, {
      decision: 'accept',
    });
    expect(await namesIn(heldClass)).toEqual([]);
  });

  it('is shown with the reason: not enrolled, too far, another network, expired code, no signature', async () => {
    const location = { latitude: 52.5, longitude: 13.4, radius: 100 };
    const far = await campus.holdClass(1, { location });
    const away = { latitude: 53, longitude: 13.4, accuracy: 5 };
    const ticket = far.ticketOf(first(far));
    const body = { ticket, location: away };
    const asked = await campus.ask(first(far).user, 'POST', '/api/attendance/location-check', body);
    expect(asked).toMatchObject({ status: 200, body: { withinRadius: false } });
    expect(await namesIn(far)).toEqual([['Student 0', 'too_far']]);
    await far.mark(first(far), { location: undefined });
    expect(await namesIn(far)).toEqual([['Student 0', 'no_location']]);

    const heldClass = await campus.holdClass(1, {
      policy: { ...far.session.policy, networks: ['192.0.2.0/24'] },
    });
    const otto = await stranger(heldClass);
    await heldClass.mark(otto);
    expect(await namesIn(heldClass)).toEqual([['Otto Other', 'not_enrolled']]);
    await heldClass.mark(first(heldClass), {}, { 'x-forwarded-for': '198.51.100.7' });
    expect(await namesIn(heldClass)).toContainEqual(['Student 0', 'wrong_network']);
    await campus.ask(first(heldClass).user, 'POST', '/api/attendance', {
      ticket: heldClass.ticketOf(first(heldClass)),
      deviceKey: first(heldClass).device.publicKey,
    });
    expect(await namesIn(heldClass)).toContainEqual(['Student 0', 'no_device']);
    const { id: userId } = first(heldClass).user;
    const ids = { userId, sessionId: heldClass.session.id, courseId: heldClass.course.id };
    await heldClass.mark(first(heldClass), { ticket: campus.services.ticketFor(ids, -10) });
    expect(await namesIn(heldClass)).toContainEqual(['Student 0', 'scan_expired']);
    const { students } = (await listOf(heldClass)).body;
    expect(students.find(({ student }) => student._id === otto.user.id)).toMatchObject({
      student: { usn: 'U9', regNo: 'R9' },
      enrolled: false,
    });
  });

  it('is named only for an attempt with their own ticket; other attempts are counted up to a limit', async () => {
    const heldClass = await campus.holdClass(1);
    const strangers = Array.from({ length: 3 }, () => ({
      user: person('STUDENT', 'Eve'),
      device: createDevice(),
    }));
    for (const eve of strangers) await heldClass.mark(eve, { ticket: heldClass.ticketOf(first(heldClass)) });
    expect((await listOf(heldClass)).body).toEqual({ students: [], others: 3 });
    await Promise.all(
      Array.from({ length: MAX_OTHER_TRIES + 20 }, () =>
        heldClass.mark(strangers[0]!, { ticket: heldClass.ticketOf(first(heldClass)) }),
      ),
    );
    expect((await listOf(heldClass)).body).toEqual({ students: [], others: MAX_OTHER_TRIES });

    const other = await campus.holdClass(1);
    const key = sharedKeyOf(campus.services.secrets.ticketSecret);
    const claims = { sub: first(other).user.id, sessionId: other.session.id, courseId: other.course.id };
    const iat = Math.floor(Date.now() / 1_000) - 3_600;
    const old = signToken(TICKET, key, { ...claims, jti: randomUUID(), iat }, 300);
    const [head, , signature] = other.ticketOf(first(other)).split('.');
    const forged = [
      head,
      Buffer.from(JSON.stringify({ ...claims, iat })).toString('base64url'),
      signature,
    ].join('.');
    for (const ticket of [old, forged, 'x'])
      expect(await other.mark(first(other), { ticket })).toMatchObject({ body: { code: 'ticket_invalid' } });
    expect((await listOf(other)).body).toEqual({ students: [], others: 0 });
  });

  it('stays on the list when hundreds of other accounts are rejected later', async () => {
    const heldClass = await campus.holdClass(1);
    await heldClass.mark(first(heldClass), { pin: '0000' });
    const otto = await stranger(heldClass);
    expect(await heldClass.mark(otto)).toMatchObject({ body: { code: 'not_enrolled' } });
    await campus.database.query('DELETE FROM members WHERE student_id = $1', [otto.user.id]);
    await campus.database.query(
      `INSERT INTO refused_tries (session_id, student_id, reason, at)
       SELECT $1, gen_random_uuid(), 'not_enrolled', now() + make_interval(secs => i) FROM generate_series(1, 510) i`,
      [heldClass.session.id],
    );
    const names = await namesIn(heldClass);
    expect(names[0]).toEqual(['Student 0', 'wrong_pin']);
    expect(names).toContainEqual(['Otto Other', 'not_enrolled']);
  });

  it('is shown only to the teacher of the course', async () => {
    const heldClass = await campus.holdClass(1);
    await heldClass.mark(first(heldClass), { pin: '0000' });
    const { id } = first(heldClass).user;
    for (const who of [person('TEACHER'), (await campus.holdClass(0)).teacher]) {
      expect((await listOf(heldClass, who)).status).toBe(404);
      for (const what of ['enroll', 'reset-lock', 'confirm'] as const)
        expect((await help(heldClass, what, id, who)).status).toBe(404);
    }
    expect((await listOf(heldClass, first(heldClass).user)).status).toBe(403);
    for (const what of ['enroll', 'reset-lock', 'confirm'] as const)
      expect((await help(heldClass, what, id, first(heldClass).user)).status).toBe(403);
    expect(await campus.ask(heldClass.teacher, 'GET', '/api/attendance/refused?sessionId=x')).toMatchObject({
      status: 400,
    });
  });
});

describe('a teacher who admits a rejected student', () => {
  it('enrolls and marks the student once, as of the attempt, however often the request is sent', async () => {
    const heldClass = await campus.holdClass(0, { startTime: ago(15) });
    const otto = await stranger(heldClass);
    expect(await heldClass.mark(otto)).toMatchObject({ body: { code: 'not_enrolled' } });
    await campus.database.query(`UPDATE refused_tries SET at = $2 WHERE student_id = $1`, [
      otto.user.id,
      ago(6),
    ]);
    willEnroll(heldClass, otto);
    const asked = courses.asked.length;
    const answer = await help(heldClass, 'enroll', otto.user.id);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'PRESENT', student: { name: 'Otto Other' } },
    });
    expect(courses.asked.slice(asked)).toContain(
      `POST /internal/courses/${heldClass.course.id}/enrollments/${otto.user.id} {"by":"${heldClass.teacher.id}"}`,
    );
    expect((await help(heldClass, 'enroll', otto.user.id)).body).toEqual(answer.body);
    expect(await heldClass.roster()).toHaveLength(1);
    expect(await namesIn(heldClass)).toEqual([]);
    const { _id } = answer.body as AttendanceRecord;
    const history = await campus.ask(otto.user, 'GET', `/api/attendance/${_id}/history`);
    expect(history.body as AuditEntry[]).toMatchObject([
      { action: 'set_on_roster', actor: { userType: 'TEACHER' }, to: 'PRESENT' },
    ]);
    const { rows } = await campus.database.query(
      'SELECT actor_id, action FROM refused_audit WHERE student_id = $1',
      [otto.user.id],
    );
    expect(rows).toEqual([{ actor_id: heldClass.teacher.id, action: 'enrolled' }]);
    await expect(campus.database.query(`DELETE FROM refused_audit`)).rejects.toThrow('append-only');
  });

  it('enrolls the student in a section of the class', async () => {
    const heldClass = await campus.holdClass(0);
    const sectionId = objectId();
    const sections = [{ courseId: heldClass.course.id, sectionId }];
    await campus.publishSession({ ...heldClass.session, sections, version: 2 });
    const otto = await stranger(heldClass);
    await heldClass.mark(otto);
    willEnroll(heldClass, otto);
    expect(await help(heldClass, 'enroll', otto.user.id)).toMatchObject({ status: 200 });
    const path = `/internal/courses/${heldClass.course.id}/enrollments/${otto.user.id}`;
    expect(courses.asked).toContain(
      `POST ${path} {"by":"${heldClass.teacher.id}","sectionIds":["${sectionId}"]}`,
    );
  });

  it('cannot admit a student who made no attempt or who left the course', async () => {
    const heldClass = await campus.holdClass(1);
    const otto = await stranger(heldClass);
    willEnroll(heldClass, otto);
    const asked = courses.asked.length;
    expect(await help(heldClass, 'enroll', otto.user.id)).toMatchObject({ status: 404 });
    expect(await help(heldClass, 'enroll', randomUUID())).toMatchObject({ status: 404 });
    await heldClass.mark(first(heldClass), { pin: '0000' });
    await campus.database.query('UPDATE members SET active = false WHERE student_id = $1', [
      first(heldClass).user.id,
    ]);
    expect(await help(heldClass, 'enroll', first(heldClass).user.id)).toMatchObject({
      status: 409,
      body: { code: 'left_course' },
    });
    expect(courses.asked.slice(asked).filter((call) => call.startsWith('POST'))).toEqual([]);
    expect(await help(heldClass, 'enroll', 'x')).toMatchObject({ status: 400 });
  });

  it('is asked to retry while the course service is unavailable, and nothing is changed', async () => {
    const away = await startCampus();
    const heldClass = await away.holdClass(0);
    const otto = { user: person('STUDENT', 'Otto'), device: createDevice() };
    const { id } = otto.user;
    await away.database.query(
      `INSERT INTO refused_tries (session_id, student_id, reason, at) VALUES ($1, $2, 'not_enrolled', now())`,
      [heldClass.session.id, id],
    );
    const body = { sessionId: heldClass.session.id, studentId: id };
    expect(await away.ask(heldClass.teacher, 'POST', '/api/attendance/refused/enroll', body)).toMatchObject({
      status: 503,
    });
    expect(await heldClass.roster()).toEqual([]);
    expect((await away.database.query('SELECT 1 FROM refused_audit')).rowCount).toBe(0);
    await away.stop();
  });
});

describe('a lock after wrong PINs', () => {
  const lock = async (heldClass: HeldClass) => {
    for (let tries = 0; tries < 6; tries++) await heldClass.mark(first(heldClass), { pin: '0000' });
  };
  it('can be lifted by the teacher: the correct PIN then marks at once, and the audit log names the teacher', async () => {
    const heldClass = await campus.holdClass(1, {}, { preferences: DEFAULT_SECURITY_PREFERENCES });
    const { user } = first(heldClass);
    await lock(heldClass);
    expect((await listOf(heldClass)).body.students).toMatchObject([{ reason: 'pin_locked', locked: true }]);
    expect(await heldClass.mark()).toMatchObject({ status: 429 });
    const answers = await Promise.all([1, 2, 3].map(() => help(heldClass, 'reset-lock', user.id)));
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({ status: 200, body: { locked: false } });
    expect(answers[0]?.body).toMatchObject({ lockResetAt: expect.any(String) });
    const { rows } = await campus.database.query(
      'SELECT actor_id, action FROM refused_audit WHERE student_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: heldClass.teacher.id, action: 'lock_reset' }]);
    expect(await heldClass.mark()).toMatchObject({ status: 201 });
    expect(await namesIn(heldClass)).toEqual([]);
  });

  it('can be lifted at most three times in a session', async () => {
    const heldClass = await campus.holdClass(1);
    const { user } = first(heldClass);
    for (let times = 0; times < 3; times++) {
      await lock(heldClass);
      expect(await help(heldClass, 'reset-lock', user.id)).toMatchObject({
        status: 200,
        body: { locked: false },
      });
    }
    await lock(heldClass);
    expect(await help(heldClass, 'reset-lock', user.id)).toMatchObject({
      status: 409,
      body: { code: 'too_many_resets' },
    });
    expect(await heldClass.mark()).toMatchObject({ status: 429 });
  });
});

describe('a device or passkey that is too new', () => {
  /**
   * A class whose only student has a device whose cool-down ends in an hour, or once the device is confirmed.
   */
  const holdWaiting = async () => {
    const heldClass = await campus.holdClass(1);
    const { user, device } = first(heldClass);
    const path = `/internal/students/${user.id}`;
    const security = campus.securityOf(user.id, device, { version: 2 });
    const [counting] = security.devices;
    const waiting = [{ ...counting!, countsFrom: ago(-60) }];
    auth.answers.set(`${path}/security`, { ...security, devices: waiting });
    auth.answers.set(`${path}/proofs/device/${device.deviceId}/confirm`, { ...security, version: 3 });
    await campus.bus.publish(createEvent(securityChanged, user.id, { ...security, devices: waiting }));
    // Before the event arrives, a mark would succeed, and later marks would only repeat it.
    await eventually(async () => {
      const { rows } = await campus.database.query(
        'SELECT version::int FROM student_security WHERE student_id = $1',
        [user.id],
      );
      expect(rows).toEqual([{ version: 2 }]);
    });
    expect(await heldClass.mark()).toMatchObject({ status: 403, body: { code: 'device_cooling_down' } });
    return heldClass;
  };

  it('counts once the teacher confirms it, and the audit log names the teacher', async () => {
    const heldClass = await holdWaiting();
    const { user } = first(heldClass);
    expect((await listOf(heldClass)).body.students).toMatchObject([
      { reason: 'device_waiting', canConfirm: true },
    ]);
    for (let times = 0; times < 2; times++) {
      const answer: { status: number; body: RefusedStudent } = await help(heldClass, 'confirm', user.id);
      expect({ status: answer.status, can: answer.body.canConfirm }).toEqual({ status: 200 });
    }
    const { rows } = await campus.database.query(
      'SELECT actor_id, action FROM refused_audit WHERE student_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: heldClass.teacher.id, action: 'device_confirmed' }]);
    expect(await heldClass.mark()).toMatchObject({ status: 201 });
  });

  it('is offered for confirmation only if it is why the last attempt failed', async () => {
    const heldClass = await holdWaiting();
    await heldClass.mark({ ...first(heldClass), device: createDevice() });
    const [student] = (await listOf(heldClass)).body.students;
    expect(student).toMatchObject({ reason: 'no_device' });
    expect(student).not.toHaveProperty('canConfirm');
    const path = `/internal/students/${first(heldClass).user.id}/proofs/`;
    expect((await help(heldClass, 'confirm', first(heldClass).user.id)).status).toBe(200);
    expect(auth.asked.filter((asked) => asked.includes(path))).toEqual([]);
  });

  it('can be confirmed only while the session runs', async () => {
    const heldClass = await holdWaiting();
    const over = { active: false, endTime: ago(0), endedAt: ago(0), version: 2 };
    await campus.publishSession({ ...heldClass.session, ...over });
    // Absences on the roster show that the event has arrived.
    await eventually(async () => expect(await heldClass.roster()).toHaveLength(1));
    expect(await help(heldClass, 'confirm', first(heldClass).user.id)).toMatchObject({
      status: 409,
      body: { code: 'session_not_running' },
    });
  });
});

describe('rejected attempts', () => {
  const rowsOf = async ({ user }: Member) =>
    (await campus.database.query('SELECT reason FROM refused_tries WHERE student_id = $1', [user.id])).rows;

  it('are part of a person’s data, and are deleted with the person', async () => {
    const heldClass = await campus.holdClass(2);
    const [grace, alan] = heldClass.members as [Member, Member];
    for (const member of [grace, alan]) await heldClass.mark(member, { pin: '0000' });
    const { records } = (await campus.ask(grace.user, 'GET', '/api/attendance/my-data')).body as PersonalData;
    expect(records).toMatchObject({
      refusedTries: [{ sessionId: heldClass.session.id, reason: 'wrong_pin', tries: 1 }],
      helpAfterRefusedTries: [],
    });
    const { id, name, userType } = grace.user;
    const published = {
      id,
      name,
      userType,
      email: 'gone@erased.invalid',
      suspended: true,
      erased: true,
      version: 2,
    };
    await campus.bus.publish(createEvent(userChanged, id, published));
    await eventually(async () => expect(await rowsOf(grace)).toEqual([]));
    expect(await rowsOf(alan)).not.toEqual([]);
  });

  it('are stored as long as details of marks', async () => {
    const [old, young] = [await campus.holdClass(1), await campus.holdClass(1)];
    for (const heldClass of [old, young]) {
      await heldClass.mark(first(heldClass), { pin: '0000' });
      await heldClass.mark(
        { user: person('STUDENT'), device: createDevice() },
        { ticket: heldClass.ticketOf(first(heldClass)) },
      );
    }
    for (const table of ['refused_tries', 'refused_others'])
      await campus.database.query(
        `UPDATE ${table} SET at = at - make_interval(days => $2) WHERE session_id = $1`,
        [old.session.id, RETENTION_DAYS + 1],
      );
    await campus.services.restart('attendance');
    await eventually(async () => expect((await listOf(old)).body).toEqual({ students: [], others: 0 }));
    expect((await listOf(young)).body).toMatchObject({ students: [{ tries: 1 }], others: 1 });
  });
});
