import pg, { escapeLiteral } from 'pg';
import { chooseMarks, COUNTS, NEWEST_FIRST, type MarkFilter } from './mark-filter.ts';
import { lookUp } from '../db/look-up.ts';
import { FORMULA_START } from './rules/formulas.ts';
import type { Report, ReportColumn } from './rules/report.ts';
import type { ZoneOffset } from './rules/zone-offsets.ts';

/** A text as a cell: no formula, and no quotes around nothing. */
const cell = (text: string) =>
  `nullif(regexp_replace(${text}, ${escapeLiteral(FORMULA_START)}, '''', 'g'), '')`;

const array = (values: string[], type: string) => `${escapeLiteral(`{${values.join(',')}}`)}::${type}[]`;

/** What clocks of a zone show at a moment, as a `timestamp`. */
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
type Local = ReturnType<typeof makeLocal>;
const timeOf = (local: string) => `left(${local}::time::text, 5)`;

/** What each column holds. An absence has no time where all is told, as nobody marked. */
const cellsOf = (local: Local, tellsAll: boolean): Record<ReportColumn, string> => {
  const time = timeOf(local('m.marked_at'));
  return {
    Date: `${local('m.marked_at')}::date`,
    Time: tellsAll ? `CASE WHEN m.status <> 'ABSENT' THEN ${time} END` : time,
    Course: 'course.title',
    Student: 'student.name',
    Email: 'student.email',
    Status: 'm.status',
    'Registration Number': 'student.reg_no',
    USN: 'student.usn',
    'Course Code': 'course.code',
    'Session Date': 'm.session_date',
    'Session Start': 'session.starts',
    'Session End': 'session.ends',
    // The time of the answer.
    'Second Look': `CASE WHEN l.answered_at IS NOT NULL THEN ${timeOf(local('l.answered_at'))}
                         WHEN l.missed_at IS NOT NULL THEN 'MISSED' END`,
  };
};

/** What only the report with all columns tells. */
const sessionsToo = (local: Local) => `
  ${lookUp(`${timeOf(local('start_time'))} AS starts, ${timeOf(local('end_time'))} AS ends`, 'sessions', 'session', 'id = m.session_id')}
  LEFT JOIN second_looks l ON l.session_id = m.session_id AND l.student_id = m.student_id`;

/** As `pg` sends values that are parameters, such as a year before the first. Its types don't know of it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string } }).utils;

/** Values as they stand in a statement that takes no parameters. */
const inline = (condition: string, values: unknown[]): string =>
  condition.replace(/\$(\d+)/g, (_parameter, number: string) =>
    escapeLiteral(prepareValue(values[Number(number) - 1])),
  );

/**
 * Copies the lines of a report to whoever asks, newest first, as one consistent snapshot. Two things make it cheap: texts are
 * prepared where they are looked up, which the server remembers (`Memoize`), so once for each person, course and session; and
 * a limit that the planner can't know has it plan for a reader who may leave after a tenth, by the index
 * that has the order, instead of sorting years of marks before the first line.
 */
export const copyReport = ({ columns }: Report, filter: MarkFilter, offsets: ZoneOffset[]): string => {
  const { condition, values } = chooseMarks(filter);
  const tellsAll = columns.includes('Session Date');
  const local = makeLocal(offsets);
  const cells = cellsOf(local, tellsAll);
  return `
    COPY (
      SELECT ${columns.map((column) => cells[column]).join(', ')}
        FROM marks m
        ${lookUp(`${cell('name')} AS name, ${cell('email')} AS email, ${cell('reg_no')} AS reg_no, ${cell('usn')} AS usn`, 'people', 'student', 'id = m.student_id')}
        ${lookUp(`${cell(`(name || ' (' || code || ')')`)} AS title, ${cell('code')} AS code`, 'courses', 'course', 'id = m.course_id')}
        ${tellsAll ? sessionsToo(local) : ''}
       WHERE ${inline(condition, values)} AND ${COUNTS} ORDER BY ${NEWEST_FIRST}
       LIMIT (SELECT ${Number.MAX_SAFE_INTEGER})
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};
