import { randomUUID } from 'node:crypto';
import type { AttendanceStatus, ClearDecisionsResult, SetStatusesResult } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { recordAbsences } from '../absences/absences.ts';
import type { Context } from '../context.ts';
import type { Mark } from '../marking/rules/mark.ts';
import { askOwner } from '../projections/ask-owner.ts';
import { findOwnSession } from '../sessions/find-own-session.ts';

/** What a teacher sets on the roster. */
export interface StatusChange {
  sessionId: string;
  status: AttendanceStatus;
  students: { studentId: string; markId?: string | undefined; version?: number | undefined }[];
  reason?: string | undefined;
}
type Refused = SetStatusesResult['refused'][number];

type Finding = Pick<Context, 'sessions' | 'owners' | 'projections'>;

/** The roster shows who is known here; of so many who are not, their owners are asked. */
const ASKED = 5;
const findMembers = async (
  context: Pick<Context, 'enrollments' | 'owners' | 'projections'>,
  { id: sessionId, courseId }: SessionChanged,
  studentIds: string[],
): Promise<Set<string>> => {
  const known = await context.enrollments.knownMembers(courseId, studentIds);
  const unknown = studentIds.filter((id) => !known.has(id));
  if (unknown.length === 0 || unknown.length > ASKED) return known;
  for (const studentId of unknown) {
    await askOwner(context, 'enrollment', { sessionId, courseId, studentId });
    await askOwner(context, 'person', { sessionId, courseId, studentId });
  }
  return context.enrollments.knownMembers(courseId, studentIds);
};

const newMark = (session: SessionChanged, studentId: string, change: StatusChange, markedAt: Date) => ({
  id: randomUUID(),
  sessionId: session.id,
  courseId: session.courseId,
  teacherId: session.teacherId,
  studentId,
  sessionDate: session.date,
  status: change.status,
  markedAt,
  deviceId: null,
  version: 1,
  action: 'set_on_roster' as const,
  actorId: session.teacherId,
  ...(change.reason === undefined ? {} : { reason: change.reason }),
});

type Setting = Finding &
  Pick<Context, 'rosterMarks' | 'reviews' | 'records' | 'enrollments' | 'writeMarks' | 'wakeRelay' | 'clock'>;

const changeMarks = async (
  { reviews }: Pick<Setting, 'reviews'>,
  teacherId: string,
  { status, reason, students }: StatusChange,
  marks: Map<string, Mark>,
): Promise<Refused[]> => {
  const refused: Refused[] = [];
  for (const { studentId, markId, version } of students) {
    const mark = marks.get(studentId);
    if (!mark || mark.status === status) continue;
    const isAsShown = mark.id === markId && (version === undefined || version === mark.version);
    const decision = { action: 'set_on_roster', status, reason: reason ?? null } as const;
    if (!isAsShown || !(await reviews.decide(mark, teacherId, decision)))
      refused.push({ studentId, code: 'mark_changed' });
  }
  return refused;
};

/**
 * Sets the status of students on the roster of a teacher's own session: writes marks where there are none, and changes
 * those that are still as the page showed them. A repeat finds nothing left to change.
 */
export const setStatuses = async (
  context: Setting,
  teacherId: string,
  asked: StatusChange,
): Promise<SetStatusesResult> => {
  const session = await findOwnSession(context, asked.sessionId, teacherId);
  const students = new Map(asked.students.map((student) => [student.studentId, student]));
  const change = { ...asked, students: [...students.values()] };
  const studentIds = [...students.keys()];
  const marks = await context.rosterMarks.ofStudents(session.id, studentIds);
  const markOf = new Map(marks.map((mark) => [mark.studentId, mark]));
  const unmarked = studentIds.filter((id) => !markOf.has(id));
  const members = await findMembers(context, session, unmarked);
  const joining = unmarked.filter((id) => members.has(id));
  const refused: Refused[] = unmarked
    .filter((id) => !members.has(id))
    .map((studentId) => ({ studentId, code: 'not_enrolled' }));
  if (joining.length > 0)
    await context.writeMarks(joining.map((id) => newMark(session, id, change, context.clock())));
  refused.push(...(await changeMarks(context, teacherId, change, markOf)));
  context.wakeRelay();
  const records = await context.records.ofStudentsInSession(session.id, studentIds);
  // Students who marked meanwhile are left as they are.
  const overtaken = records.filter(
    ({ student, status }) => joining.includes(student._id) && status !== change.status,
  );
  refused.push(
    ...overtaken.map(({ student }) => ({ studentId: student._id, code: 'mark_changed' as const })),
  );
  return { marks: records, refused };
};

/** Removes the teacher's decisions on marks that are still as the page showed them. */
export const clearDecisions = async (
  context: Finding &
    Pick<
      Context,
      'rosterMarks' | 'reviews' | 'records' | 'absences' | 'campusTimeZone' | 'writeMarks' | 'wakeRelay'
    >,
  teacherId: string,
  asked: { sessionId: string; marks: { markId: string; version?: number | undefined }[] },
): Promise<ClearDecisionsResult> => {
  const session = await findOwnSession(context, asked.sessionId, teacherId);
  const versions = new Map(asked.marks.map(({ markId, version }) => [markId, version]));
  const restored: Mark[] = [];
  const withdrawn: Mark[] = [];
  for (const { mark, undecided } of await context.rosterMarks.clearable(session.id, [...versions.keys()])) {
    const version = versions.get(mark.id);
    if (version !== undefined && version !== mark.version) continue;
    if (undecided === null) {
      if (await context.rosterMarks.withdraw(mark, teacherId)) withdrawn.push(mark);
      continue;
    }
    const decision = { action: 'undone', status: undecided, reason: null } as const;
    if (await context.reviews.decide(mark, teacherId, decision)) restored.push(mark);
  }
  // Absences of a session that is over were not written for students who had a mark then.
  if (withdrawn.length > 0) await recordAbsences(context, session.id);
  context.wakeRelay();
  const cleared = [...restored, ...withdrawn];
  const ids = new Set(cleared.map(({ id }) => id));
  return {
    marks: await context.records.ofStudentsInSession(
      session.id,
      cleared.map(({ studentId }) => studentId),
    ),
    withdrawn: withdrawn.map(({ id }) => id),
    refused: [...versions.keys()].filter((id) => !ids.has(id)),
  };
};
