import type { Logger } from '@qr-attendance/observability';
import type { PendingAbsences } from './absences.ts';
import type { RecordAbsences } from './record-absences.ts';

const BATCH = 20;

interface Deps {
  pendingAbsences: PendingAbsences;
  recordAbsences: RecordAbsences;
  log: Logger;
}

/** Makes up for ends of sessions whose event was given up, or whose absences were cut short. */
export const makeRecordPendingAbsences =
  ({ pendingAbsences, recordAbsences, log }: Deps) =>
  async (): Promise<void> => {
    for (;;) {
      const sessionIds = await pendingAbsences.claim(BATCH);
      for (const sessionId of sessionIds)
        await recordAbsences(sessionId).catch((error: unknown) =>
          log.warn({ err: error, sessionId }, 'absences were not written, trying again later'),
        );
      if (sessionIds.length < BATCH) return;
    }
  };
