import type { ServiceName } from '../route.ts';
import { courseAuditEntryAdded, sessionAuditEntryAdded } from './audit.ts';
import { attendanceCorrected, attendanceMarked, noticesDue } from './attendance.ts';
import { securityChanged, userChanged } from './auth.ts';
import { courseChanged, membershipChanged, termChanged, unitChanged } from './course.ts';
import type { Topic } from './event.ts';
import { coursePowerUsed, sessionPowerUsed } from './power.ts';
import { sessionChanged } from './session.ts';

export * from './attendance.ts';
export * from './audit.ts';
export * from './auth.ts';
export * from './course.ts';
export * from './event.ts';
export * from './power.ts';
export * from './session.ts';

export const topics = [
  userChanged,
  securityChanged,
  courseChanged,
  termChanged,
  membershipChanged,
  unitChanged,
  courseAuditEntryAdded,
  coursePowerUsed,
  sessionChanged,
  sessionAuditEntryAdded,
  sessionPowerUsed,
  attendanceMarked,
  attendanceCorrected,
  noticesDue,
] as const;

/** Topics that a replay skips, because handling their events again would send the emails again. */
export const topicsHandledOnce: readonly Topic[] = [noticesDue, coursePowerUsed, sessionPowerUsed];

export const subscribedTopics = {
  auth: [courseChanged, unitChanged, coursePowerUsed, sessionPowerUsed, attendanceMarked, noticesDue],
  course: [userChanged],
  session: [
    userChanged,
    courseChanged,
    termChanged,
    membershipChanged,
    unitChanged,
    attendanceMarked,
    attendanceCorrected,
  ],
  attendance: [
    userChanged,
    securityChanged,
    courseChanged,
    membershipChanged,
    unitChanged,
    courseAuditEntryAdded,
    sessionChanged,
    sessionAuditEntryAdded,
  ],
} satisfies Record<ServiceName, Topic[]>;

export const ownerOf = ({ name }: Topic): ServiceName => {
  const [owner] = name.split('.');
  return owner as ServiceName;
};
