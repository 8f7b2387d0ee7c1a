import { randomUUID } from 'node:crypto';
import {
  BEFORE_ALL_ENTRIES,
  NO_CHECKS,
  type Course,
  type EnrollmentSettings,
} from '@qr-attendance/contracts';
import { createDevice } from '@qr-attendance/test-kit';
import type { Lesson } from '../../src/target/people.ts';
import { addPasskey } from './ask-about-people.ts';
import type { RequestInput, CreateRequest } from './ask.ts';
import type { Campus } from './campus.ts';
import type { CallerName } from './role-table.ts';

const UNKNOWN_ID = '66f000000000000000000009';
const reason = 'As agreed';

const createCourse = async ({ people, lesson, addStaff }: Campus): Promise<Course> => {
  const { token } = lesson.teacher;
  const body = { name: 'Optics', code: randomUUID().slice(0, 8), semester: 1 };
  const { _id } = await people.must<Course>('POST', '/api/courses', { token, body });
  await addStaff(_id);
  return people.must<Course>('GET', `/api/courses/${_id}`, { token });
};
const colleagueOf = async (campus: Campus): Promise<RequestInput> => {
  const { people, lesson, colleague } = campus;
  const { _id: id } = await createCourse(campus);
  await people.must('POST', `/api/courses/${id}/staff`, {
    token: lesson.teacher.token,
    body: { person: colleague.email, role: 'auditor' },
  });
  return { params: { id, userId: colleague.id } };
};
const lessonNow = async ({ people, lesson }: Campus): Promise<Lesson> => {
  const { token } = lesson.teacher;
  const session = await people.must<Lesson['session']>('GET', `/api/sessions/${lesson.session._id}`, {
    token,
  });
  return { ...lesson, session };
};
const createScan = async (campus: Campus): Promise<RequestInput> => {
  const device = createDevice();
  const { people } = campus;
  const { session } = await lessonNow(campus);
  const scan = await people.scanBeforeSignIn(device, session.qrCode);
  const body = JSON.stringify({ scan, deviceKey: device.publicKey });
  return { body, headers: device.headersFor(body) };
};
const ticketOf = async (campus: Campus, caller: CallerName) => {
  const { people, persons, student } = campus;
  const person = caller === 'suspended' ? student : (persons[caller] ?? student);
  return people.scan(person, await lessonNow(campus));
};
const ofCourse = ({ lesson }: Campus): RequestInput => ({ params: { id: lesson.course._id } });
const ofEnrollment = ({ lesson, student }: Campus): RequestInput => ({
  params: { id: lesson.course._id, studentId: student.id },
});
const ofRequests = (campus: Campus): RequestInput => ({
  ...ofCourse(campus),
  body: { studentIds: [campus.student.id] },
});
const ofExtraTime = ({ lesson, student }: Campus): RequestInput => ({
  params: { courseId: lesson.course._id, studentId: student.id },
});
const ofSession = ({ lesson }: Campus): RequestInput => ({ params: { id: lesson.session._id } });
const ofMark = ({ mark }: Campus): RequestInput => ({ params: { id: mark._id } });

const createInvitation = async (campus: Campus): Promise<string> => {
  const { _id } = await createCourse(campus);
  const { invitation } = await campus.people.must<EnrollmentSettings>(
    'POST',
    `/api/courses/${_id}/invitation`,
    { token: campus.lesson.teacher.token, body: {} },
  );
  return invitation?.token ?? '';
};
const somebodyOf = async (campus: Campus): Promise<RequestInput> => {
  const { _id } = await createCourse(campus);
  const { student, people } = campus;
  await people.must('POST', `/api/courses/${_id}/enroll`, { token: student.token });
  return { params: { id: _id, studentId: student.id } };
};
const refusedOnce = async (campus: Campus): Promise<RequestInput> => {
  const { people, lesson } = campus;
  const stranger = await people.student();
  await people.mark(stranger, await people.scan(stranger, await lessonNow(campus)));
  return { body: { sessionId: lesson.session._id, studentId: stranger.id } };
};

export const askAboutClasses: Record<string, CreateRequest> = {
  'POST /api/courses': () => ({ body: { name: 'Optics', code: randomUUID().slice(0, 8), semester: 1 } }),
  'GET /api/courses/:id': ofCourse,
  'PATCH /api/courses/:id': (campus) => ({ ...ofCourse(campus), body: { sessionDefaults: {} } }),
  'PUT /api/courses/:id': async (campus) => {
    const { _id: id, version } = await createCourse(campus);
    return { params: { id }, body: { name: 'Optics', code: randomUUID().slice(0, 8), semester: 2, version } };
  },
  'POST /api/courses/:id/archive': async (campus) => ({ params: { id: (await createCourse(campus))._id } }),
  'POST /api/courses/:id/restore': async (campus) => ({ params: { id: (await createCourse(campus))._id } }),
  'DELETE /api/courses/:id': async (campus) => ({ params: { id: (await createCourse(campus))._id } }),
  'POST /api/courses/:id/enroll': async (campus) => ({ params: { id: (await createCourse(campus))._id } }),
  'GET /api/courses/:id/enrollment': ofCourse,
  'POST /api/courses/:id/enrollment-request': ofCourse,
  'DELETE /api/courses/:id/enrollment-request': ofCourse,
  'GET /api/courses/:id/enrollment-requests': ofCourse,
  'POST /api/courses/:id/enrollment-requests/approve': ofRequests,
  'POST /api/courses/:id/enrollment-requests/decline': ofRequests,
  'POST /api/courses/:id/leave': async (campus, caller) => {
    const { people, lesson, persons } = campus;
    const { _id } = await createCourse(campus);
    const { token } = lesson.teacher;
    const path = `/api/courses/${_id}/enrollment-settings`;
    await people.must('PUT', path, { token, body: { mode: 'OPEN', mayLeave: true } });
    if (caller === 'student')
      await people.must('POST', `/api/courses/${_id}/enroll`, { token: persons.student?.token ?? '' });
    return { params: { id: _id } };
  },
  'GET /api/courses/invitations/:token': async (campus) => ({
    params: { token: await createInvitation(campus) },
  }),
  'POST /api/courses/invitations/:token/accept': async (campus) => ({
    params: { token: await createInvitation(campus) },
  }),
  'GET /api/courses/:id/enrollment-settings': ofCourse,
  'PUT /api/courses/:id/enrollment-settings': async (campus) => ({
    params: { id: (await createCourse(campus))._id },
    body: { mode: 'KEY', mayLeave: true },
  }),
  'POST /api/courses/:id/invitation': async (campus) => ({
    params: { id: (await createCourse(campus))._id },
    body: {},
  }),
  'DELETE /api/courses/:id/invitation': async (campus) => ({
    params: { id: (await createCourse(campus))._id },
  }),
  'POST /api/courses/:id/sections': async (campus) => ({
    params: { id: (await createCourse(campus))._id },
    body: { name: 'Lab' },
  }),
  'PUT /api/courses/:id/sections/:sectionId': async (campus) => {
    const { _id: id } = await createCourse(campus);
    return { params: { id, sectionId: id }, body: { name: 'Lab' } };
  },
  'POST /api/courses/:id/students': (campus) => ({
    ...ofCourse(campus),
    body: { lines: [{ person: 'nobody' }] },
  }),
  'POST /api/courses/:id/students/invite': (campus) => ({ ...ofCourse(campus), body: {} }),
  'POST /api/courses/:id/students/:studentId/move': async (campus) => {
    const somebody = await somebodyOf(campus);
    // Moving to the student's own section changes nothing.
    return { ...somebody, body: { sectionId: somebody.params?.id } };
  },
  'DELETE /api/courses/:id/students/:studentId': somebodyOf,
  'POST /api/courses/:id/students/:studentId/restore': somebodyOf,
  'GET /api/courses/of-student/:studentId': ({ student }) => ({ params: { studentId: student.id } }),
  'GET /api/courses/:id/former-students': ofCourse,
  'GET /api/courses/:id/stated-students': ofCourse,
  'GET /api/courses/roster-notices': () => ({}),
  'GET /api/courses/roster-notices/:id': () => ({ params: { id: UNKNOWN_ID } }),
  'GET /api/courses/roster-notices/:id/lines': () => ({ params: { id: UNKNOWN_ID } }),
  'POST /api/courses/roster-notices/seen': () => ({ body: { ids: ['unknown'] } }),
  'GET /api/courses/:id/staff': ofCourse,
  'POST /api/courses/:id/staff': async (campus) => ({
    params: { id: (await createCourse(campus))._id },
    body: { person: campus.colleague.email, role: 'assistant' },
  }),
  'PUT /api/courses/:id/staff/:userId': async (campus) => ({
    ...(await colleagueOf(campus)),
    body: { role: 'assistant' },
  }),
  'DELETE /api/courses/:id/staff/:userId': colleagueOf,
  'POST /api/courses/:id/staff/:userId/hand-over': colleagueOf,
  'GET /internal/course-audit/:after': () => ({ params: { after: BEFORE_ALL_ENTRIES } }),
  'GET /internal/session-audit/:after': () => ({ params: { after: BEFORE_ALL_ENTRIES } }),
  'GET /internal/courses/:id': ofCourse,
  'GET /internal/courses/:id/enrollments/:studentId': ofEnrollment,
  'POST /internal/courses/:id/enrollments/:studentId': (campus) => ({
    ...ofEnrollment(campus),
    body: { by: campus.lesson.teacher.id },
  }),

  'POST /api/sessions': ({ lesson: { course, session } }) => ({
    body: { courseId: course._id, date: session.date, startTime: session.startTime },
  }),
  'PATCH /api/sessions/:id': async ({ openSession }) => ({
    params: { id: (await openSession())._id },
    body: { active: false },
  }),
  'PUT /api/sessions/:id': async ({ openSession }) => {
    const { _id: id, version, date, startTime } = await openSession();
    return { params: { id }, body: { version, date, startTime, lateAfterMinutes: 20 } };
  },
  'POST /api/sessions/:id/cancel': async ({ openSession }) => ({
    params: { id: (await openSession())._id },
  }),
  'POST /api/sessions/:id/reopen': async ({ openSession }) => ({
    params: { id: (await openSession())._id },
  }),
  'POST /api/sessions/:id/confirm': async ({ openSession }) => ({
    params: { id: (await openSession())._id },
  }),
  'DELETE /api/sessions/:id': async ({ openSession }) => ({ params: { id: (await openSession())._id } }),
  'PUT /api/sessions/institution-policy': () => ({ body: { floor: NO_CHECKS } }),
  'GET /api/sessions/:id': ofSession,
  'POST /internal/marked-classes/find': ({ student, lesson }) => ({
    body: { members: [{ courseId: lesson.course._id, studentId: student.id }] },
  }),
  'GET /internal/sessions/:id': ofSession,
  'POST /internal/sessions/:id/move': async ({ openSession, lesson }) => ({
    params: { id: (await openSession())._id },
    body: { by: lesson.teacher.id, location: { latitude: 52.52, longitude: 13.405 } },
  }),
  'GET /internal/sessions/of-course/:courseId': ({ lesson }) => ({ params: { courseId: lesson.course._id } }),
  'GET /api/sessions/defaults': ({ lesson }) => ({ query: { courseId: lesson.course._id } }),
  'POST /api/sessions/:id/refresh': async ({ openSession }) => ({
    params: { id: (await openSession())._id },
  }),
  'GET /api/sessions/:id/burst-codes': async ({ openSession }) => ({
    params: { id: (await openSession({ burstCodes: true }))._id },
  }),
  'POST /api/sessions/scans/live': () => ({
    body: {
      codes: ['00000000AA', '00000000AB', '00000000AC'].map((code) => ({ code, agoMs: 0 })),
      nonce: randomUUID(),
      at: new Date().toISOString(),
    },
  }),
  'POST /api/sessions/:id/presence-check': ofSession,
  'POST /api/sessions/:id/presence-check/shown': ofSession,
  'GET /api/sessions/verify/:qrCode': async ({ openSession }) => ({
    params: { qrCode: (await openSession()).qrCode },
  }),
  'GET /api/sessions/extra-time/:courseId/:studentId': ofExtraTime,
  'PUT /api/sessions/extra-time/:courseId/:studentId': (campus) => ({
    ...ofExtraTime(campus),
    body: { minutes: 5 },
  }),
  'POST /api/sessions/scans': async ({ openSession }) => {
    const { publicKey, headersFor } = createDevice();
    const body = JSON.stringify({ code: (await openSession()).qrCode, deviceKey: publicKey });
    return { body, headers: headersFor(body) };
  },
  'POST /api/sessions/scans/redeem': createScan,

  'POST /api/attendance': async (campus, caller) => {
    const { student, otherStudent } = campus;
    const device = (caller === 'other student' ? otherStudent : student).device;
    const ticket = await ticketOf(campus, caller);
    const body = JSON.stringify({ ticket, deviceId: device.deviceId, deviceKey: device.publicKey });
    return { body, headers: device.headersFor(body) };
  },
  'POST /api/attendance/location-check': async (campus, caller) => ({
    body: { ticket: await ticketOf(campus, caller), location: { latitude: 0, longitude: 0 } },
  }),
  'POST /api/attendance/passkey-challenge': async (campus, caller) => {
    if (caller.endsWith('student'))
      await addPasskey(campus, caller === 'other student' ? campus.otherStudent : campus.student);
    return { body: { ticket: await ticketOf(campus, caller) }, headers: { origin: campus.publicOrigin } };
  },
  'POST /api/attendance/selfie-prompt': async (campus, caller) => ({
    body: { ticket: await ticketOf(campus, caller) },
  }),
  'POST /api/attendance/presence-check': async (campus, caller) => ({
    body: { ticket: await ticketOf(campus, caller) },
  }),
  'GET /api/attendance/:id/selfie': ofMark,
  'GET /api/attendance/:id/history': ofMark,
  'GET /api/attendance/:id/history/proof': ofMark,
  'GET /api/attendance/history-roots/consistency': () => ({ query: { from: '2', to: '1' } }),
  'GET /api/attendance/:id/receipt': ofMark,
  'POST /api/attendance/receipts/check': () => ({ body: { receipt: 'none' } }),
  'GET /api/attendance/live': ({ lesson }) => ({ query: { sessionId: lesson.session._id } }),
  'GET /api/attendance/attempts': ({ lesson }) => ({ query: { sessionId: lesson.session._id } }),
  'POST /api/attendance/:id/review': (campus) => ({ ...ofMark(campus), body: { decision: 'accept' } }),
  'POST /api/attendance/by-hand': async ({ openSession, student }) => ({
    body: { sessionId: (await openSession())._id, studentId: student.id, status: 'PRESENT', reason },
  }),
  'GET /api/attendance/refused': ({ lesson }) => ({ query: { sessionId: lesson.session._id } }),
  'POST /api/attendance/refused/confirm': refusedOnce,
  'POST /api/attendance/refused/enroll': refusedOnce,
  'POST /api/attendance/refused/move-class': ({ lesson }) => ({ body: { sessionId: lesson.session._id } }),
  'POST /api/attendance/refused/reset-lock': refusedOnce,
  'GET /api/attendance/roster': ({ lesson }) => ({ query: { sessionId: lesson.session._id } }),
  'GET /api/attendance/roster/counts': ({ lesson }) => ({ query: { sessionId: lesson.session._id } }),
  'POST /api/attendance/statuses': async ({ openSession, student }) => ({
    body: {
      sessionId: (await openSession())._id,
      status: 'PRESENT',
      students: [{ studentId: student.id }],
    },
  }),
  'POST /api/attendance/statuses/clear': ({ lesson, mark }) => ({
    body: { sessionId: lesson.session._id, marks: [{ markId: mark._id }] },
  }),
  'POST /api/attendance/:id/dispute': async ({ createMark }) => ({
    params: { id: (await createMark())._id },
    body: { note: 'I was there' },
  }),
  'POST /api/attendance/:id/dispute/answer': async ({ createMark, people, student: { token } }) => {
    const { _id: id } = await createMark();
    await people.must('POST', `/api/attendance/${id}/dispute`, { token, body: { note: 'I was there' } });
    return { params: { id }, body: { answer: 'So you were' } };
  },
  'POST /api/attendance/changes/seen': () => ({ body: { until: new Date().toISOString() } }),
  'GET /api/analytics/attendance': () => ({ query: { period: 'thisWeek' } }),
  'GET /api/analytics/courses/:id/students': ofCourse,
  'GET /api/analytics/courses/:id/grid': ofCourse,
  'GET /api/analytics/courses/:id/grid/export': ofCourse,
  'GET /api/analytics/courses/:id/students/:studentId': ({ lesson, student }) => ({
    params: { id: lesson.course._id, studentId: student.id },
  }),
};
