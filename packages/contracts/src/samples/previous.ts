import type { Event } from '../events/event.ts';

const event = (topic: string, key: string, payload: object): Event => ({
  id: '2f0c7c52-5c0e-4c0a-9a53-0d6f1b2c3d04',
  topic,
  key,
  version: 1,
  occurredAt: '2026-09-14T09:05:00.000Z',
  payload,
});
const teacherId = '0b5f3f0e-5a0a-4a52-9d3a-0f6f3b1c9a01';
const studentId = '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02';
const courseId = '66f000000000000000000c01';
const sessionId = '66f000000000000000005e01';

/**
 * Events exactly as the previous version wrote them: a rolling release has both versions at work, and a compacted topic
 * holds old ones for ever. Never edited; when a payload changes, what was written until then is added here.
 */
export const previousEvents: Event[] = [
  event('auth.user-changed', teacherId, {
    id: teacherId,
    name: 'Ada Lovelace',
    email: 'ada@campus.example',
    userType: 'TEACHER',
    version: 1,
  }),
  event('auth.user-changed', studentId, {
    id: studentId,
    name: 'Grace Hopper',
    email: 'grace@campus.example',
    userType: 'STUDENT',
    version: 1,
  }),
  // Before USN and registration number.
  event('auth.user-changed', studentId, {
    id: studentId,
    name: 'Grace Hopper',
    email: 'grace@campus.example',
    userType: 'STUDENT',
    suspended: false,
    erased: false,
    signedOut: { times: 1, at: '2026-09-14T09:00:00.000Z', until: '2026-09-14T09:15:00.000Z' },
    version: 1,
  }),
  // Before passkeys.
  event('auth.security-changed', studentId, {
    studentId,
    preferences: {
      requirePin: true,
      requireBiometric: false,
      requireDeviceVerification: true,
      requireSelfie: false,
    },
    deviceIds: ['3d0c8d1a-6f3e-4b8e-9a57-1f2e3d4c5b03'],
    pinVerifier: { salt: 'c2FsdA', hash: 'aGFzaA' },
    version: 1,
  }),
  event('course.course-changed', courseId, {
    id: courseId,
    name: 'Algorithms',
    code: 'CS201',
    semester: 3,
    teacherId,
    version: 1,
  }),
  event('course.enrolment-changed', '66f000000000000000000e01', {
    id: '66f000000000000000000e01',
    courseId,
    studentId,
    active: true,
    enrolledAt: '2026-09-01T08:00:00.000Z',
    version: 1,
  }),
  event('session.session-changed', sessionId, {
    id: sessionId,
    courseId,
    teacherId,
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
    active: true,
    lateAfterMinutes: 10,
    version: 1,
  }),
  // Before sessions could be canceled.
  event('session.session-changed', sessionId, {
    id: sessionId,
    courseId,
    teacherId,
    date: '2026-09-14',
    startTime: '2026-09-14T09:00:00.000Z',
    active: true,
    lateAfterMinutes: 10,
    policy: {
      requirePin: false,
      requireDevice: false,
      requireSelfie: false,
      requirePasskey: false,
      networks: [],
    },
    version: 1,
  }),
  event('attendance.marked', '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704', {
    id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
    sessionId,
    courseId,
    studentId,
    status: 'PRESENT',
    markedAt: '2026-09-14T09:05:00.000Z',
    version: 1,
  }),
  // As its first version wrote it.
  event('attendance.corrected', '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704', {
    id: '5e4d3c2b-1a09-4f8e-8d7c-6b5a49382704',
    sessionId,
    courseId,
    studentId,
    status: 'EXCUSED',
    markedAt: '2026-09-14T09:05:00.000Z',
    version: 2,
  }),
];
