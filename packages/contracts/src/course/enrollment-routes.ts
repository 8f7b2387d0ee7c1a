import { z } from 'zod/mini';
import { flagQuerySchema, momentSchema, objectIdSchema, pageQuerySchema, userIdSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
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

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });
const tokenParams = z.object({ token: invitationTokenSchema });

export const enroll = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enroll',
  summary: 'Enroll in a course (idempotent)',
  access: 'student',
  params: idParams,
  body: z.optional(enrollmentSchema),
  answer: courseSchema,
});
export const getEnrollmentState = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/enrollment',
  summary: 'Get my enrollment in a course, and what it requires',
  access: 'student',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const requestEnrollment = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enrollment-request',
  summary: 'Request enrollment in a course (idempotent)',
  access: 'student',
  params: idParams,
  body: z.optional(enrollmentChoiceSchema),
  answer: enrollmentStateSchema,
});
export const withdrawEnrollmentRequest = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id/enrollment-request',
  summary: 'Withdraw my pending enrollment request (idempotent)',
  access: 'student',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const leaveCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/leave',
  summary: 'Leave a course that permits it; my attendance stays',
  access: 'student',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
export const getInvitation = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/invitations/:token',
  summary: 'Get the course of an invitation link',
  access: 'student',
  params: tokenParams,
  answer: z.object({ course: courseSchema, enrolled: z.boolean(), expiresAt: momentSchema }),
});
export const acceptInvitation = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/invitations/:token/accept',
  summary: 'Enroll with an invitation link (idempotent)',
  access: 'student',
  params: tokenParams,
  body: z.optional(enrollmentChoiceSchema),
  answer: courseSchema,
});
export const getEnrollmentSettings = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/enrollment-settings',
  summary: 'Get the enrollment settings of a course, with its key and invitation link',
  access: 'teacher',
  params: idParams,
  answer: enrollmentSettingsSchema,
});
export const changeEnrollmentSettings = defineRoute({
  service,
  method: 'put',
  path: '/api/courses/:id/enrollment-settings',
  summary: 'Change the enrollment settings of a course',
  access: 'teacher',
  params: idParams,
  body: enrollmentSettingsChangeSchema,
  answer: enrollmentSettingsSchema,
});
export const createInvitation = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/invitation',
  summary: 'Create an invitation link for a course, revoking the previous one',
  access: 'teacher',
  params: idParams,
  body: newInvitationSchema,
  status: 201,
  answer: enrollmentSettingsSchema,
});
export const revokeInvitation = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id/invitation',
  summary: 'Revoke the invitation link of a course',
  access: 'teacher',
  params: idParams,
  answer: enrollmentSettingsSchema,
});
export const removeStudent = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id/students/:studentId',
  summary: 'Remove a student from a course; marks stay, and only the teacher can enroll the student again',
  access: 'teacher',
  params: courseStudentParams,
  query: z.object({
    /**
     * The student never belonged to the course: neither absences nor rates of any session include the
     * student.
     */
    stranger: z._default(flagQuerySchema, false),
  }),
  status: 204,
  answer: z.undefined(),
});
export const restoreStudent = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/students/:studentId/restore',
  summary: 'Enroll a former student of a course again',
  access: 'teacher',
  params: courseStudentParams,
  status: 204,
  answer: z.undefined(),
});
export const listCoursesOfStudent = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/of-student/:studentId',
  summary: 'List the courses that a student is or was in',
  access: 'admin',
  params: z.object({ studentId: userIdSchema }),
  answer: z.array(studentCourseSchema),
});
export const listFormerStudents = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/former-students',
  summary: 'List former students of a course',
  access: 'teacher',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(formerStudentSchema),
});
export const listEnrollmentRequests = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/enrollment-requests',
  summary: 'List pending enrollment requests of a course, oldest first',
  access: 'teacher',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(enrollmentRequestSchema),
});
export const approveEnrollmentRequests = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enrollment-requests/approve',
  summary: 'Approve enrollment requests (idempotent)',
  access: 'teacher',
  params: idParams,
  body: enrollmentAnswersSchema,
  answer: answeredRequestsSchema,
});
export const declineEnrollmentRequests = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enrollment-requests/decline',
  summary: 'Decline enrollment requests (idempotent)',
  access: 'teacher',
  params: idParams,
  body: enrollmentAnswersSchema,
  answer: answeredRequestsSchema,
});
