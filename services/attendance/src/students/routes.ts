import { momentSchema, objectIdSchema, routes } from '@qr-attendance/contracts';
import { answerPage, encodeCursor, implement, type Implementation, readCursor } from '@qr-attendance/server';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { readCourseGrid } from './course-grid.ts';
import { readCourseStudent } from './course-student.ts';

/** A student's id. */
const positionSchema = z.tuple([z.uuid()]);
/** When a session started, and its id. */
const sessionPositionSchema = z.tuple([momentSchema, objectIdSchema]);

/** The students of a teacher's own course, all at once and one by one. */
export const studentRoutes = (context: Context): Implementation[] => [
  implement(routes.attendance.getCourseGrid, async ({ caller, params, query, response }) => {
    const { limit, search } = query;
    const [after] = readCursor(positionSchema, query.cursor) ?? [];
    const position = readCursor(sessionPositionSchema, query.sessions);
    const before = position && { startTime: position[0], id: position[1] };
    const asked = { courseId: params.id, search, after, before };
    const { olderThan, students, sessions } = await readCourseGrid(context, caller.id, asked, limit + 1);
    return {
      sessions,
      ...(olderThan && { olderSessions: encodeCursor([olderThan.startTime, olderThan.id]) }),
      students: answerPage(response, students, limit, ({ student }) => [student._id]),
    };
  }),
  implement(routes.attendance.getCourseStudent, ({ caller, params }) =>
    readCourseStudent(context, caller.id, params.id, params.studentId),
  ),
];
