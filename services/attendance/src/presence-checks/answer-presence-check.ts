import type { AttendanceRecord } from '@qr-attendance/contracts';
import { DomainError } from '@qr-attendance/server';
import type { Attendance } from '../attendance/create-attendance.ts';
import { sessionCanceled } from '../attendance/rules/session-time.ts';
import type { Lookups } from '../projections/lookups.ts';

export interface RedeemedScan {
  sessionId: string;
  presenceCheckAt: number | undefined;
  deviceKey: string | undefined;
  isBound: boolean;
  judgeNetwork: (networks: string[]) => DomainError | undefined;
}
export interface AnsweringCheck {
  attendance: Pick<Attendance, 'answerByKeyOfScan' | 'records'>;
  lookups: Pick<Lookups, 'findSession'>;
}

/**
 * The key that marked is proof enough.
 * @throws DomainError (conflict) `presence_check_needs_proofs` for another key, or without a mark
 */
export const answerPresenceCheck = async (
  { attendance, lookups }: AnsweringCheck,
  studentId: string,
  { sessionId, presenceCheckAt, deviceKey, isBound, judgeNetwork }: RedeemedScan,
): Promise<AttendanceRecord> => {
  if (presenceCheckAt === undefined)
    throw new DomainError(
      'conflict',
      'no_presence_check',
      'Your class was not asked again when you scanned this code.',
    );
  const session = await lookups.findSession(sessionId);
  if (session?.canceledAt) throw sessionCanceled();
  const wrongNetwork = judgeNetwork(session?.policy.networks ?? []);
  if (wrongNetwork) throw wrongNetwork;
  const key = { sessionId, studentId };
  // An unsigned scan may come from somebody else.
  const answered =
    isBound &&
    (await attendance.answerByKeyOfScan({ ...key, at: new Date(presenceCheckAt * 1000), deviceKey }));
  const record = answered && (await attendance.records.findOwn(key));
  if (record) return record;
  throw new DomainError('conflict', 'presence_check_needs_proofs', 'Confirm that it is you to answer.');
};
