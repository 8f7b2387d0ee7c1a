import { objectIdSchema, routes } from '@qr-attendance/contracts';
import {
  answerPage,
  implement,
  type Implementation,
  notFound,
  readCursor,
  type InternalClient,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { z } from 'zod';
import { auditRelatedChange } from '../../core/courses/audit-course.ts';
import { describeCourse } from '../../core/courses/describe-courses.ts';
import { addStudents, inviteAll, inviteStudents } from './add-students.ts';
import { acceptInvitation, enroll, getEnrollmentState, getInvitation, leaveCourse } from './enroll.ts';
import { toMembershipChanged } from '../../core/memberships/enrollment-standing.ts';
import { listCoursesOfStudent } from './list-courses-of-student.ts';
import {
  admitStudent,
  listFormerStudents,
  moveStudent,
  removeStudent,
  restoreStudent,
} from './manage-students.ts';
import {
  approveRequests,
  declineRequests,
  listRequests,
  requestEnrollment,
  withdrawRequest,
} from './request-enrollment.ts';
import {
  changeEnrollmentSettings,
  createInvitation,
  getEnrollmentSettings,
  revokeInvitation,
} from './settings.ts';
import type { CourseAccess } from '../../core/memberships/enrollment-keys.ts';
import type { AuditLog } from '../../core/audit/audit-log.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { KeyAttempts } from './wrong-keys.ts';
import type { EnrollmentRequests } from '../../core/memberships/enrollment-requests.ts';
import type { RosterLimits } from './roster-limits.ts';
import type { Terms } from '../../core/terms/terms.ts';
import type { Units } from '../../core/units/units.ts';

interface Stores {
  clock: () => Date;
  auditLog: AuditLog;
  courses: Courses;
  terms: Terms;
  units: Units;
  enrollments: Enrollments;
  access: CourseAccess;
  requests: EnrollmentRequests;
  keyTries: KeyAttempts;
  rosterLimits: RosterLimits;
  people: PeopleProjection;
  auth: InternalClient;
}

const positionSchema = z.tuple([objectIdSchema]);

const studentRoutes = (context: Stores): Implementation[] => [
  // These routes must precede `/api/courses/:id/enrollment`, which would match some of their paths.
  implement(routes.course.listCoursesOfStudent, ({ params }) =>
    listCoursesOfStudent(context, params.studentId),
  ),
  implement(routes.course.getInvitation, async ({ caller, params }) => {
    const { course, enrolled, expiresAt } = await getInvitation(context, caller, params.token);
    return {
      course: await describeCourse(context, caller, course),
      enrolled,
      expiresAt: expiresAt.toISOString(),
    };
  }),
  implement(routes.course.acceptInvitation, async ({ caller, params, body }) =>
    describeCourse(context, caller, await acceptInvitation(context, caller, params.token, body?.sectionId)),
  ),
  implement(routes.course.enroll, async ({ caller, params, body }) =>
    describeCourse(context, caller, await enroll(context, caller, params.id, body)),
  ),
  implement(routes.course.getEnrollmentState, ({ caller, params }) =>
    getEnrollmentState(context, caller, params.id),
  ),
  implement(routes.course.requestEnrollment, ({ caller, params, body }) =>
    requestEnrollment(context, caller, params.id, body?.sectionId),
  ),
  implement(routes.course.withdrawEnrollmentRequest, ({ caller, params }) =>
    withdrawRequest(context, caller, params.id),
  ),
  implement(routes.course.leaveCourse, ({ caller, params }) => leaveCourse(context, caller, params.id)),
];

const teacherRoutes = (context: Stores): Implementation[] => [
  implement(routes.course.getEnrollmentSettings, ({ caller, params }) =>
    getEnrollmentSettings(context, caller, params.id),
  ),
  implement(routes.course.changeEnrollmentSettings, async ({ caller, params, body }) => {
    const settings = await changeEnrollmentSettings(context, caller, params.id, body);
    await auditRelatedChange(context, caller, params.id, { action: 'enrollment_changed' });
    return settings;
  }),
  implement(routes.course.createInvitation, async ({ caller, params, body }) => {
    const settings = await createInvitation(context, caller, params.id, body.days);
    await auditRelatedChange(context, caller, params.id, { action: 'invitation_created' });
    return settings;
  }),
  implement(routes.course.revokeInvitation, async ({ caller, params }) => {
    const settings = await revokeInvitation(context, caller, params.id);
    await auditRelatedChange(context, caller, params.id, { action: 'invitation_revoked' });
    return settings;
  }),
  implement(routes.course.addStudents, async ({ caller, params, body }) => {
    const { outcomes, ids } = await addStudents(context, caller, params.id, body);
    if (body.preview) return { outcomes };
    const count = outcomes.filter((outcome) => outcome === 'added' || outcome === 'created').length;
    await auditRelatedChange(context, caller, params.id, { action: 'students_added', count });
    if (body.invite) await inviteAll(context, ids, caller.id);
    return { outcomes };
  }),
  implement(routes.course.inviteStudents, async ({ caller, params, body }) => {
    const sent = await inviteStudents(context, caller, params.id, body.studentIds);
    const entry = { action: 'registration_links_sent' as const, count: sent.queued };
    await auditRelatedChange(context, caller, params.id, entry);
    return sent;
  }),
  implement(routes.course.removeStudent, async ({ caller, params: { id, studentId }, query }) => {
    await removeStudent(context, caller, { courseId: id, studentId }, query.stranger);
    await auditRelatedChange(context, caller, id, { action: 'student_removed', userId: studentId });
  }),
  implement(routes.course.restoreStudent, async ({ caller, params: { id, studentId } }) => {
    await restoreStudent(context, caller, { courseId: id, studentId });
    await auditRelatedChange(context, caller, id, { action: 'student_restored', userId: studentId });
  }),
  implement(routes.course.moveStudent, async ({ caller, params: { id, studentId }, body }) => {
    await moveStudent(context, caller, { courseId: id, studentId }, body);
    await auditRelatedChange(context, caller, id, { action: 'student_moved', userId: studentId });
  }),
  implement(routes.course.listFormerStudents, async ({ caller, params, query, response }) => {
    const { limit } = query;
    const [after] = readCursor(positionSchema, query.cursor) ?? [];
    const rows = await listFormerStudents(context, caller, params.id, { limit: limit + 1, after });
    return answerPage(response, rows, limit, ({ id }) => [id]);
  }),
  implement(routes.course.listEnrollmentRequests, async ({ caller, params, query, response }) => {
    const { limit } = query;
    const [after] = readCursor(positionSchema, query.cursor) ?? [];
    const rows = await listRequests(context, caller, params.id, { limit: limit + 1, after });
    return answerPage(response, rows, limit, ({ id }) => [id]);
  }),
  implement(routes.course.approveEnrollmentRequests, async ({ caller, params, body }) => {
    const studentIds = await approveRequests(context, caller, params.id, body.studentIds);
    const entry = { action: 'requests_approved' as const, count: studentIds.length };
    await auditRelatedChange(context, caller, params.id, entry);
    return { studentIds };
  }),
  implement(routes.course.declineEnrollmentRequests, async ({ caller, params, body }) => {
    const studentIds = await declineRequests(context, caller, params.id, body.studentIds);
    const entry = { action: 'requests_declined' as const, count: studentIds.length };
    await auditRelatedChange(context, caller, params.id, entry);
    return { studentIds };
  }),
];

export const enrollmentRoutes = (context: Stores): Implementation[] => [
  ...studentRoutes(context),
  ...teacherRoutes(context),
  implement(routes.course.enrollInternal, async ({ params: { id, studentId }, body }) =>
    toMembershipChanged(await admitStudent(context, { courseId: id, studentId }, body)),
  ),
  implement(routes.course.getEnrollmentInternal, async ({ params }) => {
    const enrollment = await context.enrollments.find(params.id, params.studentId);
    if (!enrollment) throw notFound('Enrollment');
    return toMembershipChanged(enrollment);
  }),
];
