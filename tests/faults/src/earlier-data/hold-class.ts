import { randomUUID } from 'node:crypto';
import type { SessionPolicyChoice } from '@qr-attendance/contracts';
import { PIN } from '@qr-attendance/demo';
import type { TestDevice } from '@qr-attendance/test-kit';
import { eventually } from '@qr-attendance/test-kit';
import type { Ask, SignedIn } from './people.ts';

export interface OpenSession {
  _id: string;
  qrCode: string;
}

export const openSession = (
  ask: Ask,
  { token }: SignedIn,
  courseId: string,
  policy?: SessionPolicyChoice,
): Promise<OpenSession> => {
  const startTime = new Date(Date.now() - 60_000).toISOString();
  const body = { courseId, date: startTime.slice(0, 10), startTime, refreshInterval: 300, policy };
  return ask('session', 'POST /api/sessions', { token, body });
};

interface MarkedBy {
  device?: TestDevice;
  pin?: string;
}
export const sendMark = (
  ask: Ask,
  { token }: SignedIn,
  ticket: string,
  { device, pin = PIN }: MarkedBy,
): Promise<{ _id: string }> => {
  const from = device
    ? { deviceId: device.deviceId, deviceKey: device.publicKey }
    : { deviceId: randomUUID() };
  const body = JSON.stringify({ ticket, pin, ...from });
  const headers = device?.headersFor(body) ?? {};
  return ask('attendance', 'POST /api/attendance', { token, body, headers });
};

export const mark = async (
  ask: Ask,
  student: SignedIn,
  { qrCode }: OpenSession,
  by: MarkedBy = {},
): Promise<{ _id: string }> => {
  const scan = `GET /api/sessions/verify/${qrCode}`;
  const { ticket } = await ask<{ ticket: string }>('session', scan, { token: student.token });
  return sendMark(ask, student, ticket, by);
};

interface Attending {
  teacher: SignedIn;
  withDevice: SignedIn;
  device: TestDevice;
  withPin: SignedIn;
  byHand: SignedIn;
  missing: SignedIn;
}

export const holdClass = async (ask: Ask, courseId: string, attending: Attending): Promise<void> => {
  const { teacher, missing } = attending;
  const { token } = teacher;
  const session = await openSession(ask, teacher, courseId);
  await mark(ask, attending.withDevice, session, { device: attending.device });
  const corrected = await mark(ask, attending.withPin, session);
  await ask('attendance', 'POST /api/attendance/by-hand', {
    token,
    body: {
      sessionId: session._id,
      studentId: attending.byHand.id,
      status: 'PRESENT',
      reason: 'Empty battery',
    },
  });
  await ask('attendance', `POST /api/attendance/${corrected._id}/review`, {
    token,
    body: { decision: 'correct', status: 'LATE', reason: 'Came at half past' },
  });
  await ask('session', `PATCH /api/sessions/${session._id}`, { token, body: { active: false } });
  const absence = await eventually(async () => {
    const list = await ask<{ _id: string }[]>('attendance', `GET /api/attendance?sessionId=${session._id}`, {
      token: missing.token,
    });
    if (!list[0]) throw new Error('The absence is not written.');
    return list[0];
  });
  await ask('attendance', `POST /api/attendance/${absence._id}/dispute`, {
    token: missing.token,
    body: { note: 'I was there, my phone was not' },
  });
};
