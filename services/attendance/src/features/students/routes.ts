import { momentSchema, objectIdSchema, routes } from '@qr-attendance/contracts';
import { answerPage, implement, type Implementation, readCursor } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Owners } from '../../core/owners/owners.ts';
import { readCourseGrid } from './course-grid.ts';
import { readCourseStudent } from './course-student.ts';
import { chosenSections } from '../../projections/visible.ts';
import { listStudentRates } from './student-rates.ts';

/** The cursor contains only the id, because a long name would make it too long. */
const positionSchema = z.tuple([z.uuid()]);
const sessionPositionSchema = z.tuple([momentSchema, objectIdSchema]);

interface Students {
  pool: Pool;
  owners: Pick<Owners, 'requireOnCourse'>;
}

export const studentRoutes = ({ pool, owners }: Students): Implementation[] => [
  implement(routes.attendance.listStudentRates, async ({ caller, params, query, response }) => {
    const { limit, search, sectionId } = query;
    const [after] = readCursor(positionSchema, query.cursor) ?? [];
    const onlySections = await owners.requireOnCourse(params.id, caller, 'readCourse');
    const sectionIds = chosenSections(sectionId, onlySections);
    const rates = await listStudentRates(
      pool,
      { courseId: params.id, search, sectionIds, onlySections, after },
      limit + 1,
    );
    return answerPage(response, rates, limit, ({ student }) => [student._id]);
  }),
  implement(routes.attendance.getCourseGrid, async ({ caller, params, query, response }) => {
    const { limit, search, sectionId } = query;
    const [after] = readCursor(positionSchema, query.cursor) ?? [];
    const position = readCursor(sessionPositionSchema, query.sessions);
    const before = position && { startTime: position[0], id: position[1] };
    const onlySections = await owners.requireOnCourse(params.id, caller, 'readCourse');
    const sectionIds = chosenSections(sectionId, onlySections);
    const filter = { courseId: params.id, search, sectionIds, onlySections, after, before };
    const { students, ...grid } = await readCourseGrid(pool, filter, limit + 1);
    return { ...grid, students: answerPage(response, students, limit, ({ student }) => [student._id]) };
  }),
  implement(routes.attendance.getCourseStudent, async ({ caller, params }) => {
    const onlySections = await owners.requireOnCourse(params.id, caller, 'readCourse');
    return readCourseStudent(pool, params.id, params.studentId, onlySections);
  }),
];
