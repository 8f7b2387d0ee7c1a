import pg, { escapeLiteral } from 'pg';
import { lookUp } from '../db/sql.ts';
import { chooseRecords, NEWEST_FIRST, type RecordFilter } from './record-filter.ts';
import { FORMULA_START } from './rules/formulas.ts';
import type { Report, ReportColumn } from './rules/report.ts';
import type { ZoneOffset } from './rules/zone-offsets.ts';

/** A text as a cell: no formula, and no quotes around nothing. */
export const cell = (text: string) =>
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
  const time = timeOf(local('a.marked_at'));
  return {
    Date: `${local('a.marked_at')}::date`,
    Time: tellsAll ? `CASE WHEN a.status <> 'ABSENT' THEN ${time} END` : time,
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
    // The time of the answer.
    'Presence Check': `CASE WHEN l.answered_at IS NOT NULL THEN ${timeOf(local('l.answered_at'))}
                         WHEN l.missed_at IS NOT NULL THEN 'MISSED' END`,
  };
};

/** What only the report with all columns tells. */
const sessionsToo = (local: Local) => `
  ${lookUp(`${timeOf(local('start_time'))} AS starts, ${timeOf(local('end_time'))} AS ends`, 'sessions', 'session', 'id = a.session_id')}
  ${lookUp('answered_at, missed_at', 'presence_checks', 'l', 'session_id = a.session_id AND student_id = a.student_id')}`;

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
 * a limit that the planner cannot know has it plan for a reader who may leave after a tenth, session by session in the order
 * of the index, instead of sorting years of records before the first line.
 */
export const copyReport = ({ columns }: Report, filter: RecordFilter, offsets: ZoneOffset[]): string => {
  const { condition, values } = chooseRecords(filter);
  const tellsAll = columns.includes('Session Date');
  const local = makeLocal(offsets);
  const cells = cellsOf(local, tellsAll);
  return `
    COPY (
      SELECT ${columns.map((column) => cells[column]).join(', ')}
        FROM (SELECT * FROM attendance a WHERE ${inline(condition, values)} ORDER BY ${NEWEST_FIRST}
               LIMIT (SELECT ${Number.MAX_SAFE_INTEGER})) a
        ${lookUp(`${cell('name')} AS name, ${cell('email')} AS email, ${cell('reg_no')} AS reg_no, ${cell('usn')} AS usn`, 'people', 'student', 'id = a.student_id')}
        ${lookUp(`${cell(`(name || ' (' || code || ')')`)} AS title, ${cell('code')} AS code`, 'courses', 'course', 'id = a.course_id')}
        ${tellsAll ? sessionsToo(local) : ''}
       ORDER BY ${NEWEST_FIRST}
    ) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`;
};
