import { z } from 'zod/mini';
import { flagQuerySchema, idParams, momentSchema, pageQuerySchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  answeredRequestsSchema,
  courseStudentParams,
  enrollmentAnswersSchema,
  enrollmentChoiceSchema,
  enrollmentRequestSchema,
  enrollmentSchema,
  enrollmentSettingsChangeSchema,
  enrollmentSettingsSchema,
  enrollmentStateSchema,
  formerStudentSchema,
  studentCourseSchema,
  invitationTokenSchema,
  newInvitationSchema,
} from './enrollment-schemas.ts';
import { courseSchema } from './schemas.ts';

const { get, post, put, remove } = routesOf('course');
const tokenParams = z.object({ token: invitationTokenSchema });

export const enroll = post('/api/courses/:id/enroll', {
  summary: 'Enroll in a course (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  params: idParams,
  body: z.optional(enrollmentSchema),
  answer: courseSchema,
});
export const getEnrollmentState = get('/api/courses/:id/enrollment', {
  summary: 'Get my enrollment in a course, and what it requires',
  access: 'student',
  grants: 'reads',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const requestEnrollment = post('/api/courses/:id/enrollment-request', {
  summary: 'Request enrollment in a course (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  params: idParams,
  body: z.optional(enrollmentChoiceSchema),
  answer: enrollmentStateSchema,
});
export const withdrawEnrollmentRequest = remove('/api/courses/:id/enrollment-request', {
  summary: 'Withdraw my pending enrollment request (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const leaveCourse = post('/api/courses/:id/leave', {
  summary: 'Leave a course that permits it; my attendance stays',
  access: 'student',
  grants: 'changesOwn',
  params: idParams,
});
export const getInvitation = get('/api/courses/invitations/:token', {
  summary: 'Get the course of an invitation link',
  access: 'student',
  grants: 'reads',
  params: tokenParams,
  answer: z.object({ course: courseSchema, enrolled: z.boolean(), expiresAt: momentSchema }),
});
export const acceptInvitation = post('/api/courses/invitations/:token/accept', {
  summary: 'Enroll with an invitation link (idempotent)',
  access: 'student',
  grants: 'changesOwn',
  params: tokenParams,
  body: z.optional(enrollmentChoiceSchema),
  answer: courseSchema,
});
export const getEnrollmentSettings = get('/api/courses/:id/enrollment-settings', {
  summary: 'Get the enrollment settings of a course, with its key and invitation link',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  answer: enrollmentSettingsSchema,
});
export const changeEnrollmentSettings = put('/api/courses/:id/enrollment-settings', {
  summary: 'Change the enrollment settings of a course',
  access: 'teacher',
  grants: 'outlivesSession',
  proof: 'conditional',
  tells: ['enrollment_changed'],
  params: idParams,
  body: enrollmentSettingsChangeSchema,
  answer: enrollmentSettingsSchema,
});
export const createInvitation = post('/api/courses/:id/invitation', {
  summary: 'Create an invitation link for a course, revoking the previous one',
  access: 'teacher',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: ['invitation_created'],
  params: idParams,
  body: newInvitationSchema,
  status: 201,
  answer: enrollmentSettingsSchema,
});
export const revokeInvitation = remove('/api/courses/:id/invitation', {
  summary: 'Revoke the invitation link of a course',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: enrollmentSettingsSchema,
});
export const removeStudent = remove('/api/courses/:id/students/:studentId', {
  summary: 'Remove a student from a course; marks stay, and only the teacher can enroll the student again',
  access: 'teacher',
  grants: 'changesOwn',
  params: courseStudentParams,
  query: z.object({
    /** The student never belonged to the course, so no session counts an absence for the student. */
    stranger: z._default(flagQuerySchema, false),
  }),
});
export const restoreStudent = post('/api/courses/:id/students/:studentId/restore', {
  summary: 'Enroll a former student of a course again',
  access: 'teacher',
  grants: 'changesOwn',
  params: courseStudentParams,
});
export const listCoursesOfStudent = get('/api/courses/of-student/:studentId', {
  summary: 'List the courses that a student is or was in',
  access: 'admin',
  grants: 'reads',
  params: z.object({ studentId: userIdSchema }),
  answer: z.array(studentCourseSchema),
});
export const listFormerStudents = get('/api/courses/:id/former-students', {
  summary: 'List former students of a course',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(formerStudentSchema),
});
export const listEnrollmentRequests = get('/api/courses/:id/enrollment-requests', {
  summary: 'List pending enrollment requests of a course, oldest first',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(enrollmentRequestSchema),
});
export const approveEnrollmentRequests = post('/api/courses/:id/enrollment-requests/approve', {
  summary: 'Approve enrollment requests (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: enrollmentAnswersSchema,
  answer: answeredRequestsSchema,
});
export const declineEnrollmentRequests = post('/api/courses/:id/enrollment-requests/decline', {
  summary: 'Decline enrollment requests (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: enrollmentAnswersSchema,
  answer: answeredRequestsSchema,
});
