import type { Pools } from '../db/database.ts';
import { createSaveServiceEntry } from './audit/service-entries.ts';
import { createDecide } from './decisions/decisions.ts';
import { createDisputes } from './disputes/disputes.ts';
import { createEvidence } from './scans/delete-evidence.ts';
import { createFlags } from './flags/flags.ts';
import { createSaveMembership } from './memberships/memberships.ts';
import { createSaveMerge } from './people/merges.ts';
import { createPublishNotices } from './notices/notices.ts';
import { createPresenceChecks } from './presence-checks/presence-checks.ts';
import { createRecords } from './records/records.ts';
import { createWaitForRecounts } from './recounts/recount-backlog.ts';
import { createRecount } from './recounts/recounts.ts';
import { createWriteScan } from './scans/write-scans.ts';
import { createSaveSession } from './sessions/sessions.ts';

/**
 * Only this module and `audit/register-statuses.ts` write facts, their caches, the audit log and the outbox.
 * @param wakeRelay called after each write to the outbox
 */
export const createAttendance = (
  { pool, recountPool }: Pick<Pools, 'pool' | 'recountPool'>,
  campusTimeZone: string,
  wakeRelay: () => void = () => undefined,
) => ({
  saveSession: createSaveSession(pool),
  saveMembership: createSaveMembership(pool, campusTimeZone),
  saveMerge: createSaveMerge(pool),
  saveServiceEntry: createSaveServiceEntry(pool),
  writeScan: createWriteScan(pool, wakeRelay),
  decide: createDecide(pool, wakeRelay),
  ...createDisputes(pool),
  ...createFlags(pool),
  ...createPresenceChecks(pool),
  publishNotices: createPublishNotices(pool, campusTimeZone, wakeRelay),
  records: createRecords(pool),
  recount: createRecount(recountPool),
  waitForRecounts: createWaitForRecounts(pool),
  ...createEvidence(pool),
});
export type Attendance = ReturnType<typeof createAttendance>;
