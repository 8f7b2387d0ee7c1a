import type { Event } from '../events/event.ts';
import { samples } from './index.ts';

const event = (topic: string, key: string, payload: object): Event => ({
  id: '2f0c7c52-5c0e-4c0a-9a53-0d6f1b2c3d04',
  topic,
  key,
  version: 1,
  occurredAt: '2026-09-14T09:05:00.000Z',
  payload,
});

const events: Event[] = [
  event('auth.user-changed', samples.teacherChanged.id, samples.teacherChanged),
  event('auth.user-changed', samples.studentChanged.id, samples.studentChanged),
  event('auth.security-changed', samples.securityChanged.studentId, samples.securityChanged),
  event('course.course-changed', samples.courseChanged.id, samples.courseChanged),
  event('course.term-changed', samples.termChanged.id, samples.termChanged),
  event('course.membership-changed', samples.membershipChanged.id, samples.membershipChanged),
  event('course.unit-changed', samples.unitChanged.id, samples.unitChanged),
  ...['course.audit-entry-added', 'session.audit-entry-added'].map((topic) =>
    event(topic, samples.courseChanged.id, {
      id: samples.courseChanged.id,
      at: '2026-09-14T09:05:00.000Z',
      version: 1,
      entry: { action: 'course_created', by: samples.teacherChanged.id },
    }),
  ),
  event('session.session-changed', samples.sessionChanged.id, samples.sessionChanged),
  event('course.power-used', samples.powerUsed.id, samples.powerUsed),
  event('session.power-used', samples.powerUsed.id, samples.powerUsed),
  event('attendance.marked', samples.attendanceMarked.id, samples.attendanceMarked),
  event('attendance.corrected', samples.attendanceMarked.id, {
    ...samples.attendanceMarked,
    status: 'EXCUSED',
  }),
  event('attendance.notices-due', samples.noticesDue.id, samples.noticesDue),
];

const nextValues: Record<string, object> = {
  'auth.user-changed': { userType: 'TUTOR' },
  'attendance.marked': { status: 'REMOTE' },
  'attendance.corrected': { status: 'REMOTE' },
  'attendance.notices-due': { kind: 'badge_lent' },
  'course.power-used': { what: 'badge_lent' },
  'session.power-used': { what: 'badge_lent' },
};

/**
 * Events as a future release may write them: with new fields in the envelope and in the payload, new enum
 * values, and new checks in policies and preferences.
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
