import { RejectedRequest } from '@qr-attendance/server';
import type { Ranking } from '@qr-attendance/statements';
import type { RosterNotices } from '../../core/memberships/roster-notices.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import type { FindPersonOfLine } from './about-lines.ts';
import { createApplyBatches } from './apply-batches.ts';
import { NO_PREVIEW } from './finish-upload.ts';
import type { ImportRuns } from './import-runs.ts';
import { createJobBatches } from './job-batches.ts';
import type { AnyKindRules } from './kinds/kind.ts';
import type { OpenLines } from './open-lines.ts';
import { createWaitForEvents } from './pace.ts';
import { createKeepErrors, createPreviews, FINISHED_STATE, isPreview } from './preview-batch.ts';
import { ImportFailure } from './read-file.ts';
import { undoBatch } from './undo-batch.ts';
import { writeNotices } from './write-notices.ts';

/** Renews the lease often enough that no other process takes over a run with a long batch. */
const RENEWAL_MS = 2_000;

export interface JobDeps {
  runs: ImportRuns;
  rosterNotices: RosterNotices;
  rulesOf: (run: ImportDocument) => AnyKindRules;
  ranking: Ranking;
  openLines: OpenLines;
  findAbout: FindPersonOfLine;
  /** Whether the number of unpublished and unhandled events is low enough. */
  hasRoomForEvents: () => Promise<boolean>;
  /** Waits after a batch that wrote for `tookMs`. */
  pace: (tookMs: number) => Promise<void>;
  /** Share of the existing objects that a run may change or end without a confirmation of their number. */
  maxChangedShare: number;
  clock: () => Date;
}

export const createImportJobs = (deps: JobDeps) => {
  const { runs, rulesOf, hasRoomForEvents, pace, clock } = deps;
  const batches = createJobBatches(runs, rulesOf);
  const keepErrors = createKeepErrors(runs);
  const preview = createPreviews({ ...deps, batches, keepErrors });
  const applyBatches = createApplyBatches({ ...deps, batches, keepErrors });
  const waitForEvents = createWaitForEvents(hasRoomForEvents);
  let publishes = true;

  const fail = async (run: ImportDocument, { reason, line }: ImportFailure): Promise<void> => {
    await writeNotices(deps, run);
    await runs.progress(run, {
      ...FINISHED_STATE,
      state: isPreview(run) ? 'failed' : 'stopped',
      failure: { reason, ...(line !== undefined && { line }) },
    });
  };

  const stop = async (run: ImportDocument): Promise<void> => {
    await writeNotices(deps, run);
    await runs.progress(run, {
      ...(isPreview(run)
        ? {
            ...NO_PREVIEW,
            state: 'uploaded',
          }
        : { state: 'stopped' }),
      stopping: undefined,
      writing: undefined,
    });
  };

  const work = async (run: ImportDocument): Promise<void> => {
    // Finishes a batch that has begun, so that every change is recorded.
    if (run.stopping && run.state !== 'undoing' && !run.job?.begun) {
      await stop(run);
      return;
    }
    const waits = run.state === 'undoing' || (run.state === 'applying' && publishes);
    if (waits && !(await waitForEvents())) return;
    if (isPreview(run)) await preview(run);
    else if (run.state === 'undoing') {
      const began = performance.now();
      await undoBatch(deps, rulesOf(run), run, clock());
      await pace(performance.now() - began);
    } else {
      const applied = await applyBatches(run);
      ({ publishes } = applied);
      if (applied.wroteForMs > 0) await pace(applied.wroteForMs);
    }
  };

  /**
   * Handles the next batches of the oldest waiting run.
   * @returns whether there may be more to do
   */
  return async (): Promise<boolean> => {
    const run = await runs.lease();
    if (!run) {
      await batches.close();
      return false;
    }
    const renewal = setInterval(() => void runs.progress(run, {}).catch(() => undefined), RENEWAL_MS);
    try {
      await work(run);
    } catch (error) {
      await batches.close();
      const failure = error instanceof RejectedRequest ? new ImportFailure('rejected') : error;
      if (!(failure instanceof ImportFailure)) throw failure;
      await fail(run, failure);
    } finally {
      clearInterval(renewal);
    }
    return true;
  };
};
