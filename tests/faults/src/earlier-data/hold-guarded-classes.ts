import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  BURST_SEQUENCE,
  type BurstCodes,
  type PresenceCheck,
  type SessionPolicyChoice,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { eventually } from '@qr-attendance/test-kit';
import { openSession, sendMark, type OpenSession } from './hold-class.ts';
import type { Ask, DumpedStudent } from './people.ts';
import type { Course } from './seed-lessons.ts';

const hold = async (
  ask: Ask,
  { id, teacher }: Course,
  policy: SessionPolicyChoice,
  attend: (session: OpenSession) => Promise<void>,
): Promise<void> => {
  const session = await openSession(ask, teacher, id, policy);
  await attend(session);
  const body = { active: false };
  await ask('session', `PATCH /api/sessions/${session._id}`, { token: teacher.token, body });
};

const scanSigned = (ask: Ask, { token, device }: DumpedStudent, { qrCode }: OpenSession) =>
  ask<VerifiedScan>('session', `GET /api/sessions/verify/${qrCode}`, {
    token,
    headers: device.scanHeaders(qrCode),
  });

/** A class with a presence check that runs to its end. Everyone answers, so that nobody is flagged later. */
export const holdWithPresenceCheck = (ask: Ask, course: Course, student: DumpedStudent): Promise<void> =>
  hold(ask, course, { presenceCheck: 'review' }, async (session) => {
    const { token } = course.teacher;
    const path = `/api/sessions/${session._id}/presence-check`;
    await sendMark(ask, student, (await scanSigned(ask, student, session)).ticket, student);
    await ask('session', `POST ${path}`, { token });
    const { ticket } = await eventually(async () => {
      const scan = await scanSigned(ask, student, session);
      if (scan.presenceCheck !== 'now') throw new Error('The presence check is not known everywhere.');
      return scan;
    });
    const body = JSON.stringify({ ticket, deviceKey: student.device.publicKey });
    const headers = student.device.headersFor(body);
    await ask('attendance', 'POST /api/attendance/presence-check', { token: student.token, body, headers });
    await eventually(async () => {
      const { state } = await ask<PresenceCheck>('session', `POST ${path}/shown`, { token });
      if (state !== 'over') throw new Error(`The presence check is ${state}.`);
    });
  });

export const holdWithBurstCode = (ask: Ask, course: Course, student: DumpedStudent): Promise<void> =>
  hold(ask, course, { burstCodes: true }, async (session) => {
    const { token, device } = student;
    const burst = await ask<BurstCodes>('session', `GET /api/sessions/${session._id}/burst-codes`, {
      token: course.teacher.token,
    });
    const seen = burst.codes.slice(0, BURST_SEQUENCE.codes);
    const lastInMs = Math.max(...seen.map(({ inMs }) => inMs));
    await pause(Math.max(0, lastInMs));
    const body = JSON.stringify({
      codes: seen.map(({ code, inMs }) => ({ code, agoMs: lastInMs - Math.max(0, inMs) })),
      nonce: randomUUID(),
      at: new Date().toISOString(),
      deviceKey: device.publicKey,
    });
    const headers = device.headersFor(body);
    const scan = await ask<VerifiedScan>('session', 'POST /api/sessions/scans/live', {
      token,
      body,
      headers,
    });
    await sendMark(ask, student, scan.ticket, student);
  });
