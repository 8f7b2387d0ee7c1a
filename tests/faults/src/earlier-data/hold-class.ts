import type { Session, SessionPolicyChoice } from '@qr-attendance/contracts';
import { PIN } from '@qr-attendance/demo';
import { createDevice, eventually, type CampusClient, type Member } from '@qr-attendance/test-kit';

export const openSession = (
  campus: CampusClient,
  teacher: Pick<Member, 'token'>,
  courseId: string,
  policy?: SessionPolicyChoice,
): Promise<Session> => campus.session(teacher, { _id: courseId }, { refreshInterval: 300, policy });

export const mark = async (campus: CampusClient, student: Member, { qrCode }: Session, pin = PIN) => {
  const { ticket } = await campus.scan(student, qrCode ?? '');
  return campus.mark(student, { ticket, pin });
};

interface ClassPeople {
  teacher: Member;
  withDevice: Member;
  withPin: Member;
  byHand: Member;
  missing: Member;
}

export const holdClass = async (
  campus: CampusClient,
  courseId: string,
  attending: ClassPeople,
): Promise<void> => {
  const { teacher, missing } = attending;
  const { token } = teacher;
  const session = await openSession(campus, teacher, courseId);
  await mark(campus, attending.withDevice, session);
  // A device other than the registered one.
  const corrected = await mark(campus, { ...attending.withPin, device: createDevice() }, session);
  await campus.must('POST', '/api/attendance/by-hand', {
    token,
    body: {
      sessionId: session._id,
      studentId: attending.byHand.id,
      status: 'PRESENT',
      reason: 'Empty battery',
    },
  });
  await campus.must('POST', `/api/attendance/${corrected._id}/review`, {
    token,
    body: { decision: 'correct', status: 'LATE', reason: 'Came at half past' },
  });
  await campus.endSession(teacher, session);
  const absence = await eventually(async () => {
    const list = await campus.must<{ _id: string }[]>('GET', `/api/attendance?sessionId=${session._id}`, {
      token: missing.token,
    });
    if (!list[0]) throw new Error('The absence is not written.');
    return list[0];
  });
  await campus.must('POST', `/api/attendance/${absence._id}/dispute`, {
    token: missing.token,
    body: { note: 'I was there, my phone was not' },
  });
};
