import pg, { escapeLiteral } from 'pg';
import { countsOfStudents, currentRecords, scanMoment } from '../../core/records/current-records.ts';
import { areInSections, wereInSections } from '../../core/sessions/session-conditions.ts';
import { lookUpCorrection } from '../../core/audit/audit-entries.ts';
import { STUDENT_COUNTS } from '../../core/recounts/counts.ts';
import { lookupSql, lookUpRecord } from '../../db/sql.ts';
import { chooseRecords, NEWEST_FIRST, type RecordFilter } from './record-filter.ts';
import type { Report, ReportColumn } from './rules/report.ts';
import { toTextCell } from './to-text-cell.ts';
import type { ZoneOffset } from './rules/zone-offsets.ts';

const array = (values: string[], type: string) => `${escapeLiteral(`{${values.join(',')}}`)}::${type}[]`;

const makeLocal = (offsets: ZoneOffset[]) => {
  const shifts = array(
    offsets.map(({ minutes }) => `${minutes} min`),
    'interval',
  );
  const changes = array(
    offsets.slice(1).map(({ since }) => `"${new Date(since).toISOString()}"`),
    'timestamptz',
  );
  return (moment: string) =>
    offsets.length === 1
      ? `(${moment} AT TIME ZONE (${shifts})[1])`
      : `(${moment} AT TIME ZONE (${shifts})[1 + width_bucket(${moment}, ${changes})])`;
};
type LocalTimeSql = ReturnType<typeof makeLocal>;
const timeOf = (local: string) => `left(${local}::time::text, 5)`;

const cellsOf = (local: LocalTimeSql): Record<ReportColumn, string> => ({
  Date: 'a.session_date',
  Time: timeOf(local(scanMoment('a'))),
  Course: 'course.title',
  Student: 'student.name',
  Email: 'student.email',
  Status: 'a.status',
  'Registration Number': 'student.reg_no',
  USN: 'student.usn',
  'Course Code': 'course.code',
  'Session Date': 'a.session_date',
  'Session Start': 'session.starts',
  'Session End': 'session.ends',
  'Presence Check': `CASE WHEN l.answered_at IS NOT NULL THEN ${timeOf(local('l.answered_at'))}
                         WHEN l.missed_at IS NOT NULL THEN 'MISSED' END`,
  'Corrected At': `left(${local('correction.at')}::text, 16)`,
});

const sessionsToo = (local: LocalTimeSql) => `
  ${lookupSql(`${timeOf(local('start_time'))} AS starts, ${timeOf(local('end_time'))} AS ends`, 'sessions', 'session', 'id = a.session_id')}
  ${lookUpRecord('answered_at, missed_at', 'presence_checks', 'l', 'a')}
  ${lookUpCorrection('a.session_id', 'a.student_id')}`;

/** The types of `pg` omit this function, which serializes parameters and supports years before the first. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string } }).utils;

/** Inlines values into a statement that cannot have parameters; the planner sees them. */
const inline = (condition: string, values: unknown[]): string =>
  condition.replace(/\(SELECT \$(\d+)::\w+\)|\$(\d+)/g, (_all, hidden?: string, plain?: string) =>
    escapeLiteral(prepareValue(values[Number(hidden ?? plain) - 1])),
  );

/** Hides the number of rows from the planner, so that it walks an index instead of sorting all rows. */
const ALL = `LIMIT (SELECT ${Number.MAX_SAFE_INTEGER})`;

const staleOf = (sessionIds: string[]): string | undefined =>
  sessionIds.length > 0 ? escapeLiteral(`{${sessionIds.join(',')}}`) : undefined;

/** Reads the records of each course in order and merges them, so only those of stale sessions are sorted. */
const recordsOfCourses = (courseIds: string[], condition: string, stale: string | undefined): string => {
  if (courseIds.length === 0) return '(SELECT * FROM records WHERE false)';
  const cached = stale === undefined ? condition : `${condition} AND a.session_id <> ALL (${stale}::text[])`;
  const ofEach = courseIds.map(
    (id) => `(SELECT a.* FROM records a WHERE a.course_id = ${escapeLiteral(id)} AND ${cached}
                ORDER BY ${NEWEST_FIRST} ${ALL})`,
  );
  if (stale !== undefined)
    ofEach.push(`(SELECT a.* FROM computed_records a
                   WHERE a.session_id = ANY (${stale}::text[]) AND a.course_id = ANY (${array(courseIds, 'text')}) AND ${condition}
                   ORDER BY ${NEWEST_FIRST} ${ALL})`);
  const all = ofEach.join(' UNION ALL ');
  // The rows are ordered before texts are looked up, because the planner may sort again if it expects few
  // rows.
  return stale === undefined ? `(${all})` : `(SELECT * FROM (${all}) AS a ORDER BY ${NEWEST_FIRST} ${ALL})`;
};

/**
 * Copies a report, newest first, as one snapshot. Texts are prepared where they are looked up, so `Memoize`
 * computes them once per person, course and session. The limit is hidden from the planner, so it walks an
 * index instead of sorting years of records before the first line.
 */
export const copyReport = (
  { columns }: Report,
  filter: RecordFilter,
  offsets: ZoneOffset[],
  staleSessions: string[],
): string => {
  const { courseIds } = filter.sessionId === undefined ? filter : {};
  const { condition, values } = chooseRecords(filter, undefined, courseIds && 'true');
  const chosen = inline(condition, values);
  const stale = staleOf(staleSessions);
  const source = courseIds
    ? recordsOfCourses(courseIds, chosen, stale)
    : `(SELECT a.* FROM ${currentRecords(stale)} AS a WHERE ${chosen})`;
  const isFull = columns.includes('Session Date');
  const local = makeLocal(offsets);
  const cells = cellsOf(local);
  return `
    COPY (
      SELECT ${columns.map((column) => cells[column]).join(', ')}
        FROM ${source} a
        ${lookupSql(`${toTextCell('name')} AS name, ${toTextCell('email')} AS email, ${toTextCell('reg_no')} AS reg_no, ${toTextCell('usn')} AS usn`, 'people', 'student', 'id = a.student_id')}
        ${lookupSql(`${toTextCell(`(name || ' (' || code || ')')`)} AS title, ${toTextCell('code')} AS code`, 'courses', 'course', 'id = a.course_id')}
        ${isFull ? sessionsToo(local) : ''}
       ORDER BY ${NEWEST_FIRST} ${ALL}
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};

/** PostgreSQL supports at most 1,664 columns. */
export const MAX_GRID_SESSIONS = 1_500;

export const gridColumns = ({ regNo, usn }: { regNo: string; usn: string }): string[] => [
  'Student',
  'Email',
  regNo,
  usn,
  'Present',
  'Late',
  'Absent',
  'Excused',
  'Attendance %',
];

/** This is the formula of `percentage` in rules/rates.ts. */
const RATE = `
  round(100.0 * (t.counted_present + t.counted_late)
        / nullif(t.counted_present + t.counted_late + t.counted_absent, 0), 1)`;

export interface GridRequest {
  courseId: string;
  sessionIds: string[];
  /** The current sections of the students; with `onlySections`, also their former sections. */
  sectionIds: string[] | undefined;
  onlySections: string[] | undefined;
}
const anyOf = (column: string, ids: string[] | undefined): string =>
  ids ? `${column} = ANY (${array(ids, 'text')})` : 'true';

export const copyGrid = (
  { courseId, sessionIds, sectionIds, onlySections }: GridRequest,
  staleSessions: string[],
): string => {
  const stale = staleOf(staleSessions);
  const course = escapeLiteral(courseId);
  const sessions = sessionIds.map((id) => `g.marks ->> ${escapeLiteral(id)}`);
  const counts = countsOfStudents(stale, course, onlySections && array(onlySections, 'text'));
  const sections = sectionIds && array(sectionIds, 'text');
  const inChosen =
    sections === undefined ? 'true' : (onlySections ? wereInSections : areInSections)(sections);
  const facts = ['p.name', 'p.email', 'p.reg_no', 'p.usn'].map(toTextCell);
  return `
    COPY (
      SELECT ${[...facts, STUDENT_COUNTS, RATE, ...sessions].join(', ')}
        FROM members e
        JOIN people p ON p.id = e.student_id
        LEFT JOIN (${counts}) AS t ON t.student_id = e.student_id
        LEFT JOIN (SELECT student_id, jsonb_object_agg(session_id, status) AS marks FROM ${currentRecords(stale)} AS r
                    WHERE session_id = ANY (${array(sessionIds, 'text')}) AND course_id = ${course} AND NOT canceled
                      AND ${anyOf('section_id', onlySections)}
                    GROUP BY student_id) AS g ON g.student_id = e.student_id
       WHERE e.course_id = ${course} AND e.active AND ${inChosen}
       ORDER BY p.name, p.id
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};
