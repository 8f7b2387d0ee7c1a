import { type Scope, scopeOfCourse, type StaffMember, type UnitStaffMember } from '@qr-attendance/contracts';
import type { RejectionList } from '@qr-attendance/server';
import type { Pool } from 'pg';
import { isoMoment } from '../db/sql.ts';
import type { KnownSession } from './rules/known-session.ts';
import type { CoveredCourse, StudentGroup } from './visible.ts';

export const SESSION_STATE = `
  jsonb_strip_nulls(jsonb_build_object(
    'id', s.id, 'courseId', s.course_id, 'courseIds', s.course_ids, 'sectionIds', s.section_ids, 'teacherId', s.teacher_id, 'date', s.session_date,
    'startTime', ${isoMoment('s.start_time')}, 'endTime', ${isoMoment('s.end_time')}, 'active', s.active,
    'endedAt', ${isoMoment('s.ended_at')}, 'canceledAt', ${isoMoment('s.canceled_at')}, 'location', s.location,
    'lateAfterMinutes', s.late_after_minutes, 'policy', s.policy, 'version', s.version))`;

export interface StaffedCourse {
  id: string;
  scope: Scope;
}

interface CourseRow {
  id: string;
  teacherId: string;
  staff: StaffMember[];
}
interface CourseRowWithUnits extends CourseRow {
  unitStaff: UnitStaffMember[];
  sectionIds?: string[] | null;
}
const UNIT_STAFF = `
  (WITH RECURSIVE path AS (
     SELECT id, parent_id, staff FROM units WHERE id = c.unit_id
      UNION SELECT u.id, u.parent_id, u.staff FROM units u JOIN path ON u.id = path.parent_id)
   SELECT coalesce(jsonb_agg(member), '[]') FROM path, jsonb_array_elements(path.staff) AS member)`;
const scopeOf = ({ unitStaff, sectionIds, ...course }: CourseRowWithUnits): Scope => ({
  ...scopeOfCourse(course, unitStaff),
  ...(sectionIds && { sectionIds }),
});

export const createLookups = (pool: Pool) => ({
  findSession: async (id: string): Promise<KnownSession | undefined> => {
    const { rows } = await pool.query<{ session: KnownSession }>({
      name: 'find-session',
      text: `SELECT ${SESSION_STATE} AS session FROM sessions s WHERE id = $1`,
      values: [id],
    });
    return rows[0]?.session;
  },
  findCourses: async (ids: string[]): Promise<StaffedCourse[]> => {
    const { rows } = await pool.query<CourseRowWithUnits>({
      name: 'find-course-staff',
      text: `SELECT c.id, c.teacher_id AS "teacherId", c.staff, ${UNIT_STAFF} AS "unitStaff"
               FROM courses c WHERE c.id = ANY($1::text[])`,
      values: [ids],
    });
    return rows.map((course) => ({ id: course.id, scope: scopeOf(course) }));
  },
  /** The courses of each session with their staff. Nobody has a role in an unknown course. */
  findScopesOfSessions: async (sessionIds: string[]): Promise<Map<string, CoveredCourse[]>> => {
    const { rows } = await pool.query<CourseRowWithUnits & { courseId: string }>({
      name: 'find-staff-of-sessions',
      text: `SELECT s.id, o.course_id AS "courseId", s.section_ids AS "sectionIds", c.teacher_id AS "teacherId",
              coalesce(c.staff, '[]') AS staff, ${UNIT_STAFF} AS "unitStaff"
         FROM sessions s CROSS JOIN unnest(s.course_ids) WITH ORDINALITY AS o (course_id, number)
         LEFT JOIN courses c ON c.id = o.course_id
        WHERE s.id = ANY($1::text[]) ORDER BY o.number`,
      values: [sessionIds],
    });
    const scopes = new Map<string, CoveredCourse[]>();
    for (const { courseId, ...course } of rows)
      scopes.set(course.id, [...(scopes.get(course.id) ?? []), { courseId, scope: scopeOf(course) }]);
    return scopes;
  },
  listStaffedCourses: async (userId: string): Promise<StaffedCourse[]> => {
    const { rows } = await pool.query<CourseRow>({
      name: 'list-staffed-courses',
      text: `SELECT id, teacher_id AS "teacherId", staff FROM courses WHERE teacher_id = $1
              UNION ALL
             SELECT id, teacher_id, staff FROM courses
              WHERE staff @> jsonb_build_array(jsonb_build_object('userId', $1::uuid))`,
      values: [userId],
    });
    return rows.map((course) => ({ id: course.id, scope: scopeOfCourse(course) }));
  },
  listStaffedUnits: async (userId: string): Promise<{ id: string; staff: UnitStaffMember[] }[]> => {
    const { rows } = await pool.query<{ id: string; staff: UnitStaffMember[] }>(
      `SELECT id, staff FROM units WHERE staff @> jsonb_build_array(jsonb_build_object('userId', $1::uuid))`,
      [userId],
    );
    return rows;
  },
  listCoursesBelow: async (unitIds: string[]): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `WITH RECURSIVE below AS (
         SELECT id FROM units WHERE id = ANY ($1::text[])
          UNION SELECT u.id FROM units u JOIN below ON u.parent_id = below.id)
       SELECT id FROM courses WHERE unit_id IN (SELECT id FROM below)`,
      [unitIds],
    );
    return rows.map(({ id }) => id);
  },
  /** Each student's course and section in a session; the session's own course for others. */
  groupsIn: async (sessionId: string, studentIds: string[]): Promise<Map<string, StudentGroup>> => {
    const { rows } = await pool.query<StudentGroup & { studentId: string }>(
      `SELECT g.student_id AS "studentId", coalesce(x.course_id, s.course_id) AS "courseId", x.section_id AS "sectionId"
         FROM sessions s CROSS JOIN unnest($2::uuid[]) AS g (student_id)
         LEFT JOIN session_students x ON x.session_id = $1 AND x.student_id = g.student_id
        WHERE s.id = $1`,
      [sessionId, studentIds],
    );
    return new Map(rows.map(({ studentId, ...group }) => [studentId, group]));
  },
  knownMembers: async (courseIds: string[], studentIds: string[]): Promise<Set<string>> => {
    const { rows } = await pool.query<{ student_id: string }>(
      `SELECT m.student_id FROM members m JOIN people p ON p.id = m.student_id
        WHERE m.course_id = ANY($1::text[]) AND m.student_id = ANY($2::uuid[]) AND m.active`,
      [courseIds, studentIds],
    );
    return new Set(rows.map(({ student_id }) => student_id));
  },
  refusals: async (): Promise<RejectionList> => {
    const { rows } = await pool.query<{ id: string; sign_outs: number; suspended: boolean }>(
      'SELECT id, sign_outs, suspended FROM people WHERE signed_out_until > now()',
    );
    return {
      suspended: rows.filter(({ suspended }) => suspended).map(({ id }) => id),
      signedOut: rows.map(({ id, sign_outs }) => ({ userId: id, times: sign_outs })),
    };
  },
});
export type Lookups = ReturnType<typeof createLookups>;
