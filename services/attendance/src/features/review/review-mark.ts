import type { Actor, AttendanceRecord, AttendanceStatus, ParsedOf, routes } from '@qr-attendance/contracts';
import { conflict, notFound } from '@qr-attendance/server';
import type { Attendance } from '../../core/create-attendance.ts';
import type { Decision } from '../../core/decisions/decisions.ts';
import { parseRecordId, type RecordKey } from '../../core/records/record-id.ts';
import type { Owners } from '../../core/owners/owners.ts';
import { sessionCanceledError } from '../../core/scans/rules/judge-time.ts';
import { momentOf } from '../../db/sql.ts';

export interface ReviewDeps {
  attendance: Pick<Attendance, 'decide' | 'dispute' | 'answerDispute' | 'records'>;
  owners: Pick<Owners, 'findSessionOfRecord'>;
}

const requireRecord = async ({ attendance }: ReviewDeps, key: RecordKey) => {
  const found = await attendance.records.find(key);
  if (!found) throw notFound('Mark');
  return found;
};
const requireRecordFor = async (context: ReviewDeps, key: RecordKey, caller: Actor) => {
  const session = await context.owners.findSessionOfRecord(key, caller, 'reviewMarks', 'Mark');
  return { ...(await requireRecord(context, key)), session };
};

const markChangedError = () =>
  conflict('mark_changed', 'This mark was changed a moment ago. Check it before you decide.');

type ReviewRequest = ParsedOf<typeof routes.attendance.reviewMark, 'body'>;

const toDecision = (
  present: AttendanceStatus,
  request: ReviewRequest,
): Pick<Decision, 'action' | 'status' | 'reason'> => {
  if (request.decision === 'accept') return { action: 'accepted', status: present, reason: null };
  const { reason } = request;
  if (request.decision === 'refuse') return { action: 'refused', status: 'ABSENT', reason };
  const { status } = request;
  return { action: status === present ? 'accepted' : 'corrected', status, reason };
};

export const reviewMark = async (
  context: ReviewDeps,
  caller: Actor,
  recordId: string,
  request: ReviewRequest,
): Promise<AttendanceRecord> => {
  const key = parseRecordId(recordId);
  const { record, version, session } = await requireRecordFor(context, key, caller);
  if (record.session.canceled) throw sessionCanceledError();
  const decision = toDecision(record.status as AttendanceStatus, request);
  const decided = await context.attendance.decide(session, [
    { ...key, version: request.version ?? version, ...decision, actorId: caller.id },
  ]);
  if (decided.size === 0) throw markChangedError();
  return (await requireRecord(context, key)).record;
};

export const disputeMark = async (
  context: ReviewDeps,
  studentId: string,
  recordId: string,
  note: string,
): Promise<AttendanceRecord> => {
  const key = parseRecordId(recordId);
  if (key.studentId !== studentId) throw notFound('Mark');
  await requireRecord(context, key);
  if (!(await context.attendance.dispute(key, note)))
    throw conflict('dispute_open', 'You have already reported this. Wait for your teacher’s answer.');
  const record = await context.attendance.records.findOwn(key);
  if (!record) throw notFound('Mark');
  return record;
};

export const answerDispute = async (
  context: ReviewDeps,
  caller: Actor,
  recordId: string,
  { answer, disputedAt }: ParsedOf<typeof routes.attendance.answerDispute, 'body'>,
): Promise<AttendanceRecord> => {
  const key = parseRecordId(recordId);
  await requireRecordFor(context, key, caller);
  if (!(await context.attendance.answerDispute(key, caller.id, answer, momentOf(disputedAt)))) {
    if (disputedAt !== undefined) throw markChangedError();
    throw conflict('no_open_dispute', 'The student has not reported a problem with this mark.');
  }
  return (await requireRecord(context, key)).record;
};
