import { nameSchema, objectIdSchema, routes } from '@qr-attendance/contracts';
import {
  answerPage,
  implement,
  notFound,
  readCursor,
  type Implementation,
  type InternalClient,
} from '@qr-attendance/server';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { z } from 'zod';
import { pathOfUnit, toUnitChanged, type Units } from '../../core/units/units.ts';
import { addUnitStaff, changeUnitStaff, removeUnitStaff } from './manage-unit-staff.ts';
import { describeUnitCourses, listUnitCourses } from './list-unit-courses.ts';
import { describeUnitStaff } from './read-unit-staff.ts';
import { listOwnRoles, readableUnitIds } from '../../core/units/readable-units.ts';
import type { Courses } from '../../core/courses/courses.ts';
import type { Enrollments } from '../../core/memberships/enrollments.ts';
import type { StaffLookups } from '../../core/staff/staff-lookups.ts';
import type { Terms } from '../../core/terms/terms.ts';

interface Stores {
  clock: () => Date;
  courses: Courses;
  terms: Terms;
  units: Units;
  enrollments: Enrollments;
  staffLookups: StaffLookups;
  campusTimeZone: string;
  people: PeopleProjection;
  auth: InternalClient;
}

const positionSchema = z.tuple([nameSchema(200), objectIdSchema]);
const coursePositionSchema = z.tuple([z.string(), objectIdSchema]);

export const unitStaffRoutes = (context: Stores): Implementation[] => [
  implement(routes.course.listOwnUnitRoles, ({ caller }) => listOwnRoles(context, caller)),
  implement(routes.course.listUnitCourses, async ({ caller, query, response }) => {
    const { limit, cursor, ...wanted } = query;
    const position = readCursor(coursePositionSchema, cursor);
    const after = position && { code: position[0], id: position[1] };
    const rows = await listUnitCourses(context, caller, { ...wanted, limit: limit + 1, after });
    const shown = answerPage(response, rows, limit, ({ code, id }) => [code, id]);
    return describeUnitCourses(context, caller, shown);
  }),
  implement(routes.course.listUnitStaff, async ({ caller, query, response }) => {
    const { limit, cursor } = query;
    const after = readCursor(positionSchema, cursor);
    const ids = await readableUnitIds(context, caller);
    const filter = { 'staff.userId': { $gt: '' }, ...(ids && { _id: { $in: ids } }) };
    const rows = await context.units.list({ limit: limit + 1, after }, filter);
    const shown = answerPage(response, rows, limit, ({ name, _id }) => [name, _id.toHexString()]);
    return describeUnitStaff(context, shown);
  }),
  implement(routes.course.addUnitStaff, ({ caller, params, body }) =>
    addUnitStaff(context, caller, params.id, body),
  ),
  implement(routes.course.changeUnitStaff, ({ caller, params, body }) =>
    changeUnitStaff(context, caller, params, body),
  ),
  implement(routes.course.removeUnitStaff, ({ caller, params }) => removeUnitStaff(context, caller, params)),
  implement(routes.course.getUnitPathInternal, async ({ params: { id } }) => {
    const path = pathOfUnit(await context.units.findWithAncestors([id]), id);
    if (path.length === 0) throw notFound('Unit');
    return path.map(toUnitChanged);
  }),
];
