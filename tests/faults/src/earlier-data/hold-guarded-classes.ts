import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  BURST_SEQUENCE,
  type BurstCodes,
  type PresenceCheck,
  type Session,
  type SessionPolicyChoice,
  type VerifiedScan,
} from '@qr-attendance/contracts';
import { PIN } from '@qr-attendance/demo';
import { eventually, type CampusClient, type Member } from '@qr-attendance/test-kit';
import { openSession } from './hold-class.ts';
import type { Course } from './seed-lessons.ts';

const hold = async (
  campus: CampusClient,
  { id, teacher }: Course,
  policy: SessionPolicyChoice,
  attend: (session: Session) => Promise<void>,
): Promise<void> => {
  const session = await openSession(campus, teacher, id, policy);
  await attend(session);
  await campus.endSession(teacher, session);
};

/** A class with a presence check that runs to its end. Everyone answers, so nobody is flagged later. */
export const holdWithPresenceCheck = (campus: CampusClient, course: Course, student: Member): Promise<void> =>
  hold(campus, course, { presenceCheck: 'review' }, async (session) => {
    const { token } = course.teacher;
    const path = `/api/sessions/${session._id}/presence-check`;
    const scan = () => campus.scanSigned(student, session.qrCode ?? '');
    await campus.mark(student, { ticket: (await scan()).ticket, pin: PIN });
    await campus.must('POST', path, { token });
    const { ticket } = await eventually(async () => {
      const scanned = await scan();
      if (scanned.presenceCheck !== 'now') throw new Error('The presence check is not known everywhere.');
      return scanned;
    });
    const body = JSON.stringify({ ticket, deviceKey: student.device.publicKey });
    const headers = student.device.headersFor(body);
    await campus.must('POST', '/api/attendance/presence-check', { token: student.token, body, headers });
    await eventually(async () => {
      const { state } = await campus.must<PresenceCheck>('POST', `${path}/shown`, { token });
      if (state !== 'over') throw new Error(`The presence check is ${state}.`);
    });
  });

export const holdWithBurstCode = (campus: CampusClient, course: Course, student: Member): Promise<void> =>
  hold(campus, course, { burstCodes: true }, async (session) => {
    const { token, device } = student;
    const burst = await campus.must<BurstCodes>('GET', `/api/sessions/${session._id}/burst-codes`, {
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
    const scan = await campus.must<VerifiedScan>('POST', '/api/sessions/scans/live', {
      token,
      body,
      headers,
    });
    await campus.mark(student, { ticket: scan.ticket, pin: PIN });
  });
