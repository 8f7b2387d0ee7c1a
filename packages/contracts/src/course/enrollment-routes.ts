import { z } from 'zod/mini';
import { flagQuerySchema, momentSchema, objectIdSchema, pageQuerySchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import {
  answeredRequestsSchema,
  courseStudentParams,
  enrollmentAnswersSchema,
  enrollmentRequestSchema,
  enrollmentSettingsChangeSchema,
  enrollmentSettingsSchema,
  enrollmentStateSchema,
  formerStudentSchema,
  invitationTokenSchema,
  newInvitationSchema,
  typedKeySchema,
} from './enrollment-schemas.ts';
import { courseSchema } from './schemas.ts';

const service = 'course' as const;
const idParams = z.object({ id: objectIdSchema });
const tokenParams = z.object({ token: invitationTokenSchema });

export const enroll = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enroll',
  summary: 'Enrol in a course; a repeat changes nothing',
  access: 'student',
  params: idParams,
  body: z.optional(z.object({ key: z.optional(typedKeySchema) })),
  answer: courseSchema,
});
export const getEnrollmentState = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/enrollment',
  summary: 'Whether I am enrolled in a course, and what it takes to be',
  access: 'student',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const requestEnrollment = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enrollment-request',
  summary: 'Ask the teacher of a course to let me in; a repeat changes nothing',
  access: 'student',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const withdrawEnrollmentRequest = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id/enrollment-request',
  summary: 'Take my request back while it waits; a repeat changes nothing',
  access: 'student',
  params: idParams,
  answer: enrollmentStateSchema,
});
export const leaveCourse = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/leave',
  summary: 'End my enrollment in a course that lets its students do so; my attendance stays',
  access: 'student',
  params: idParams,
  status: 204,
  answer: z.undefined(),
});
export const getInvitation = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/invitations/:token',
  summary: 'The course that an invitation link leads to',
  access: 'student',
  params: tokenParams,
  answer: z.object({ course: courseSchema, enrolled: z.boolean(), expiresAt: momentSchema }),
});
export const acceptInvitation = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/invitations/:token/accept',
  summary: 'Enroll by an invitation link; a repeat changes nothing',
  access: 'student',
  params: tokenParams,
  answer: courseSchema,
});
export const getEnrollmentSettings = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/enrollment-settings',
  summary: 'Who may enroll in one of my courses, with its key and its invitation link',
  access: 'teacher',
  params: idParams,
  answer: enrollmentSettingsSchema,
});
export const changeEnrollmentSettings = defineRoute({
  service,
  method: 'put',
  path: '/api/courses/:id/enrollment-settings',
  summary: 'Choose who may enroll in one of my courses',
  access: 'teacher',
  params: idParams,
  body: enrollmentSettingsChangeSchema,
  answer: enrollmentSettingsSchema,
});
export const createInvitation = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/invitation',
  summary: 'Make an invitation link for one of my courses; the one before is worthless then',
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
  summary: 'Make the invitation link of one of my courses worthless',
  access: 'teacher',
  params: idParams,
  answer: enrollmentSettingsSchema,
});
export const removeStudent = defineRoute({
  service,
  method: 'delete',
  path: '/api/courses/:id/students/:studentId',
  summary: 'Remove a student from one of my courses; marks stay, and only I can put the student back',
  access: 'teacher',
  params: courseStudentParams,
  query: z.object({
    /** The student never belonged to the course: neither absences nor rates of any session are theirs. */
    stranger: z._default(flagQuerySchema, false),
  }),
  status: 204,
  answer: z.undefined(),
});
export const restoreStudent = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/students/:studentId/restore',
  summary: 'Put a student back who left one of my courses or was removed from it',
  access: 'teacher',
  params: courseStudentParams,
  status: 204,
  answer: z.undefined(),
});
export const listFormerStudents = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/former-students',
  summary: 'Who left one of my courses or was removed from it',
  access: 'teacher',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(formerStudentSchema),
});
export const listEnrollmentRequests = defineRoute({
  service,
  method: 'get',
  path: '/api/courses/:id/enrollment-requests',
  summary: 'Who asks to be let into one of my courses, those first who have waited longest',
  access: 'teacher',
  params: idParams,
  query: pageQuerySchema,
  answer: z.array(enrollmentRequestSchema),
});
export const approveEnrollmentRequests = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enrollment-requests/approve',
  summary: 'Let students into one of my courses who ask for it; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  body: enrollmentAnswersSchema,
  answer: answeredRequestsSchema,
});
export const declineEnrollmentRequests = defineRoute({
  service,
  method: 'post',
  path: '/api/courses/:id/enrollment-requests/decline',
  summary: 'Decline requests to be let into one of my courses; a repeat changes nothing',
  access: 'teacher',
  params: idParams,
  body: enrollmentAnswersSchema,
  answer: answeredRequestsSchema,
});
