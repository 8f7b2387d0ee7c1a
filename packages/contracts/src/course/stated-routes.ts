import { z } from 'zod/mini';
import { idParams, objectIdSchema, pageQuerySchema, userIdSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import {
  MAX_SEEN_NOTICES,
  MAX_STATED_STUDENTS,
  rosterNoticeLineSchema,
  rosterNoticeSchema,
  statedStudentFilterSchema,
  statedStudentSchema,
} from './stated-schemas.ts';

const { get, post } = routesOf('course');

/** Only staff who may manage the roster also receive students who are missing from the roster. */
export const listStatedStudents = get('/api/courses/:id/stated-students', {
  summary: 'Compare the roster of a course with what files and other sources state',
  access: 'teacher',
  grants: 'reads',
  params: idParams,
  query: z.extend(pageQuerySchema, {
    filter: z.optional(statedStudentFilterSchema),
    sectionId: z.optional(objectIdSchema),
    /** Ids separated by commas. */
    studentIds: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((ids) => ids.split(',')),
        ),
        z.array(userIdSchema).check(z.minLength(1), z.maxLength(MAX_STATED_STUDENTS)),
      ),
    ),
  }),
  answer: z.array(statedStudentSchema),
});
export const listRosterNotices = get('/api/courses/roster-notices', {
  summary: 'List what imports changed in the rosters of courses that I own or co-teach, newest first',
  access: 'teacher',
  grants: 'reads',
  query: pageQuerySchema,
  answer: z.array(rosterNoticeSchema),
});
const noticeParams = z.object({ id: z.string().check(z.maxLength(100)) });
export const getRosterNotice = get('/api/courses/roster-notices/:id', {
  summary: 'Get what an import changed in the roster of a section of a course that I own or co-teach',
  access: 'teacher',
  grants: 'reads',
  params: noticeParams,
  answer: rosterNoticeSchema,
});
export const listRosterNoticeLines = get('/api/courses/roster-notices/:id/lines', {
  summary: 'List the lines of an import that changed the roster of a section, in their order',
  access: 'teacher',
  grants: 'reads',
  params: noticeParams,
  query: pageQuerySchema,
  answer: z.array(rosterNoticeLineSchema),
});
export const markRosterNoticesSeen = post('/api/courses/roster-notices/seen', {
  summary: 'Hide notices about rosters that I have seen (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  body: z.object({
    ids: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(MAX_SEEN_NOTICES)),
  }),
});
