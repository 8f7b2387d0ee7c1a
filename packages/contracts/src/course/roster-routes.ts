import { idParams } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  rosterAdditionResultSchema,
  rosterAdditionSchema,
  rosterInvitationResultSchema,
  rosterInvitationSchema,
} from './roster-schemas.ts';

const { post } = routesOf('course');

/** Never changes data of existing people. A repeated request adds nobody twice. */
export const addStudents = post('/api/courses/:id/students', {
  summary: 'Add students to the roster of a course, or preview it',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: rosterAdditionSchema,
  answer: rosterAdditionResultSchema,
});
export const inviteStudents = post('/api/courses/:id/students/invite', {
  summary: 'Email registration links to students of a course who have no account',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  body: rosterInvitationSchema,
  answer: rosterInvitationResultSchema,
});
