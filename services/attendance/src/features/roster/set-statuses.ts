import type {
  Actor,
  AttendanceRecord,
  ClearDecisionsResult,
  ParsedOf,
  routes,
  SetStatusesResult,
} from '@qr-attendance/contracts';
import { conflict, notFound } from '@qr-attendance/server';
import type { Attendance } from '../../core/create-attendance.ts';
import type { Decision } from '../../core/decisions/decisions.ts';
import { parseRecordId, recordIdOf } from '../../core/records/record-id.ts';
import { sessionCanceledError } from '../../core/scans/rules/judge-time.ts';
import type { Owners, StaffedSession } from '../../core/owners/owners.ts';
import { isVisible } from '../../projections/visible.ts';

type StatusChange = ParsedOf<typeof routes.attendance.setStatuses, 'body'>;
type ManualMark = ParsedOf<typeof routes.attendance.markManually, 'body'>;
type Refusal = SetStatusesResult['refused'][number];

export interface SetStatusesDeps {
  attendance: Pick<Attendance, 'decide' | 'records'>;
  owners: Pick<Owners, 'findSessionFor' | 'findMembers' | 'groupsIn'>;
}

const findSession = async ({ owners }: SetStatusesDeps, sessionId: string, caller: Actor) => {
  const session = await owners.findSessionFor(sessionId, caller, 'setStatuses');
  if (session.canceledAt) throw sessionCanceledError();
  return session;
};

const keepVisible = async (
  { owners }: SetStatusesDeps,
  { id, visible }: Pick<StaffedSession, 'id' | 'visible'>,
  studentIds: string[],
): Promise<string[]> => {
  if (!visible) return studentIds;
  const groups = await owners.groupsIn(id, studentIds);
  return studentIds.filter((studentId) => {
    const group = groups.get(studentId);
    return group !== undefined && isVisible(visible, group);
  });
};

/**
 * Creates missing records, and changes those that still have the version that the page showed. A repetition
 * changes nothing.
 */
export const setStatuses = async (
  context: SetStatusesDeps,
  caller: Actor,
  { sessionId, status, reason, pressId, ...asked }: StatusChange,
  action: Decision['action'] = 'set_on_roster',
): Promise<SetStatusesResult> => {
  const { attendance, owners } = context;
  const session = await findSession(context, sessionId, caller);
  const students = [...new Map(asked.students.map((student) => [student.studentId, student])).values()];
  const ids = await keepVisible(
    context,
    session,
    students.map(({ studentId }) => studentId),
  );
  const records = await attendance.records.findSome(sessionId, ids);
  const recordOf = new Map(records.map((one) => [one.record.student._id, one]));
  const unmarked = ids.filter((id) => !recordOf.has(id));
  const members = await owners.findMembers(session.courseIds, unmarked);

  const refused: Refusal[] = [];
  const decisions: Decision[] = [];
  for (const { studentId, markId, version } of students) {
    const entry = recordOf.get(studentId);
    if (entry?.record.status === status) continue;
    if (!entry && !members.has(studentId)) refused.push({ studentId, code: 'not_enrolled' });
    else if (entry && entry.record._id !== markId) refused.push({ studentId, code: 'mark_changed' });
    else
      decisions.push({
        sessionId,
        studentId,
        version: version ?? entry?.version,
        status,
        action,
        actorId: caller.id,
        reason: reason ?? null,
        pressId,
      });
  }
  if (decisions.length > 0) await attendance.decide(session, decisions);
  const marks = (await attendance.records.findSome(sessionId, ids)).map(({ record }) => record);
  const statusOf = new Map(marks.map((mark) => [mark.student._id, mark.status]));
  for (const { studentId } of decisions)
    if (statusOf.get(studentId) !== status) refused.push({ studentId, code: 'mark_changed' });
  return { marks, refused };
};

/** Marks students who are present but cannot prove it. */
export const markManually = async (
  context: SetStatusesDeps,
  caller: Actor,
  { sessionId, studentId, status, reason }: ManualMark,
): Promise<AttendanceRecord> => {
  const asked = { sessionId, status, reason, students: [{ studentId }] };
  const { marks, refused } = await setStatuses(context, caller, asked, 'marked_by_hand');
  if (refused[0]?.code === 'not_enrolled')
    throw conflict('student_not_enrolled', 'This student is not enrolled in the course.');
  const [record] = marks;
  if (!record) throw notFound('Mark');
  if (record.status === status) return record;
  throw conflict('already_marked', 'This student already has a mark in this class. Correct it instead.', {
    markId: record._id,
  });
};

export const clearDecisions = async (
  context: SetStatusesDeps,
  caller: Actor,
  asked: ParsedOf<typeof routes.attendance.clearDecisions, 'body'>,
): Promise<ClearDecisionsResult> => {
  const { attendance } = context;
  const session = await findSession(context, asked.sessionId, caller);
  const { id: sessionId } = session;
  const versions = new Map(asked.marks.map(({ markId, version }) => [markId, version]));
  const keys = [...versions.keys()].map(parseRecordId).filter((key) => key.sessionId === sessionId);
  const visible = await keepVisible(
    context,
    session,
    keys.map(({ studentId }) => studentId),
  );
  const cleared = await attendance.decide(
    session,
    visible.map((studentId) => ({
      sessionId,
      studentId,
      version: versions.get(
        recordIdOf({
          sessionId,
          studentId,
        }),
      ),
      status: null,
      action: 'undone',
      actorId: caller.id,
      reason: null,
    })),
  );
  const marks = (await attendance.records.findSome(sessionId, [...cleared])).map(({ record }) => record);
  const existingIds = new Set(marks.map(({ _id }) => _id));
  const ids = [...cleared].map((studentId) => recordIdOf({ sessionId, studentId }));
  return {
    marks,
    withdrawn: ids.filter((id) => !existingIds.has(id)),
    refused: [...versions.keys()].filter((id) => !ids.includes(id)),
  };
};
