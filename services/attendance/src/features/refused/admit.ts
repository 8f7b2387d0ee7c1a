import {
  routes,
  type Action,
  type Actor,
  type AttendanceRecord,
  type RefusedStudent,
} from '@qr-attendance/contracts';
import { conflict, notFound } from '@qr-attendance/server';
import type { Pool } from 'pg';
import type { Attendance } from '../../core/create-attendance.ts';
import type { RecordKey } from '../../core/records/record-id.ts';
import { statusAt } from '../../core/status/rules/late-or-present.ts';
import { judgeTime, sessionCanceledError } from '../../core/scans/rules/judge-time.ts';
import type { Owners } from '../../core/owners/owners.ts';
import type { Projections } from '../../projections/projections.ts';
import { findTry, recordAction, resetLock } from './refused-tries.ts';

export interface AdmitDeps {
  pool: Pool;
  owners: Pick<Owners, 'clients' | 'findSessionOfRecord' | 'groupsIn'>;
  projections: Pick<Projections, 'saveSecurity'>;
  attendance: Pick<Attendance, 'decide' | 'records' | 'saveMembership'>;
  clock: () => Date;
}

/** Finds a rejected attempt. Only students who used their own ticket can be enrolled, unlocked or confirmed. */
const findRefused = async <Allowed extends Action>(
  { owners, pool }: AdmitDeps,
  caller: Actor,
  action: Allowed,
  key: RecordKey,
) => {
  const session = await owners.findSessionOfRecord(key, caller, action);
  if (session.canceledAt) throw sessionCanceledError();
  const attempt = await findTry(pool, key);
  if (!attempt) throw notFound('Student');
  return { session, ...attempt };
};

export const enrollAndMark = async (
  context: AdmitDeps,
  caller: Actor,
  key: RecordKey,
): Promise<AttendanceRecord> => {
  const { attendance, owners, pool } = context;
  await owners.findSessionOfRecord(key, caller, 'manageStudents');
  const { session, refused } = await findRefused(context, caller, 'setStatuses', key);
  if (!refused.enrolled) {
    if (refused.reason !== 'not_enrolled')
      throw conflict('left_course', 'This student left the course after the try.');
    const group = (await owners.groupsIn(session.id, [key.studentId])).get(key.studentId);
    const params = { id: group?.courseId ?? session.courseId, studentId: key.studentId };
    const body = { by: caller.id, sectionIds: session.sectionIds };
    const enrollment = await owners.clients.course.post(routes.course.enrollInternal, { params, body });
    if (!enrollment) throw notFound('Course');
    await recordAction(pool, key, caller.id, 'enrolled');
    await attendance.saveMembership(enrollment);
  }
  const stored = await attendance.records.find(key);
  // An absence without a decision is not a mark.
  if (!stored || (stored.record.status === 'ABSENT' && !stored.record.reviewedAt)) {
    const status = statusAt(session, new Date(refused.at));
    await attendance.decide(session, [
      {
        ...key,
        version: stored?.version,
        status,
        action: 'set_on_roster',
        actorId: caller.id,
        reason: null,
      },
    ]);
  }
  const record = (await attendance.records.find(key))?.record;
  if (!record) throw notFound('Mark');
  return record;
};

/** Allowed only while the session runs, because the teacher must see the student. */
export const confirmProof = async (
  context: AdmitDeps,
  caller: Actor,
  key: RecordKey,
): Promise<RefusedStudent> => {
  const { session, refused, proof } = await findRefused(context, caller, 'setStatuses', key);
  if (!proof) return refused;
  if (judgeTime(session, context.clock(), false))
    throw conflict(
      'session_not_running',
      'You can confirm a device or passkey only while the class is running.',
    );
  const params = { id: key.studentId, kind: proof.kind, proofId: proof.id };
  const security = await context.owners.clients.auth.post(routes.auth.confirmProofInternal, { params });
  if (!security) throw notFound('Student');
  const action = `${proof.kind}_confirmed` as const;
  await recordAction(context.pool, key, caller.id, action, proof);
  await context.projections.saveSecurity(security);
  const { canConfirm: _confirmed, ...now } = refused;
  return now;
};

export const resetPinLock = async (
  context: AdmitDeps,
  caller: Actor,
  key: RecordKey,
): Promise<RefusedStudent> => {
  const { refused } = await findRefused(context, caller, 'setStatuses', key);
  if (!refused.locked) return refused;
  await resetLock(context.pool, key, caller.id);
  const { refused: now } = await findRefused(context, caller, 'setStatuses', key);
  if (!now.locked) return now;
  throw conflict(
    'too_many_resets',
    'You cannot reset the lock again in this class. Mark this student manually, or wait until the lock ends.',
  );
};
