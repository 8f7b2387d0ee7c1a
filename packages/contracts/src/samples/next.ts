import {
  attendanceCorrected,
  attendanceMarked,
  courseChanged,
  enrollmentChanged,
  type Event,
  securityChanged,
  sessionChanged,
  type Topic,
  userChanged,
} from '../events/index.ts';
import { samples } from './index.ts';

const event = ({ name }: Topic, key: string, payload: object): Event => ({
  id: '2f0c7c52-5c0e-4c0a-9a53-0d6f1b2c3d04',
  topic: name,
  key,
  version: 1,
  occurredAt: '2026-09-14T09:05:00.000Z',
  payload,
});

/** An event of each topic, as this version writes it. */
const events: Event[] = [
  event(userChanged, samples.teacherChanged.id, samples.teacherChanged),
  event(userChanged, samples.studentChanged.id, samples.studentChanged),
  event(securityChanged, samples.securityChanged.studentId, samples.securityChanged),
  event(courseChanged, samples.courseChanged.id, samples.courseChanged),
  event(enrollmentChanged, samples.enrollmentChanged.id, samples.enrollmentChanged),
  event(sessionChanged, samples.sessionChanged.id, samples.sessionChanged),
  event(attendanceMarked, samples.attendanceMarked.id, samples.attendanceMarked),
  event(attendanceCorrected, samples.attendanceMarked.id, { ...samples.attendanceMarked, status: 'EXCUSED' }),
];

/** Values of enums that no version knows yet. */
const nextValues: Record<string, object> = {
  'auth.user-changed': { userType: 'TUTOR' },
  'attendance.marked': { status: 'REMOTE' },
  'attendance.corrected': { status: 'REMOTE' },
};

/**
 * Events as a version after this one may write them: with new fields in the envelope and in the payload, new values of
 * enums, and new checks in policies and preferences.
 */
export const nextEvents: Event[] = events.map((event) => {
  const payload = event.payload as Record<string, unknown>;
  return {
    ...event,
    tenant: 'of the envelope',
    payload: {
      ...payload,
      ...nextValues[event.topic],
      ...(event.topic === 'session.session-changed'
        ? {
            policy: {
              requirePin: true,
              requireDevice: false,
              requireSelfie: false,
              requirePasskey: false,
              networks: [],
              requireBadge: true,
            },
          }
        : {}),
      ...('preferences' in payload
        ? { preferences: { ...(payload['preferences'] as object), requireBadge: true } }
        : {}),
      later: 'of the payload',
    },
  };
});
