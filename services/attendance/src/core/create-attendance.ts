import type { Pools } from '../db/database.ts';
import { createSaveServiceEntry } from './service-entries.ts';
import { createDecide } from './decisions.ts';
import { createDisputes } from './disputes.ts';
import { createEvidence } from './delete-evidence.ts';
import { createFlags } from './flags.ts';
import { createSaveMembership } from './memberships.ts';
import { createSaveMerge } from './merges.ts';
import { createPublishNotices } from './notices.ts';
import { createPresenceChecks } from './presence-checks.ts';
import { createRecords } from './records.ts';
import { createWaitForRecounts } from './recount-backlog.ts';
import { createRecount } from './recounts.ts';
import { createWriteScan } from './scans.ts';
import { createSaveSession } from './sessions.ts';

/**
 * Together with `register.ts` the only writer of the facts, their caches, the audit log and the outbox.
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
