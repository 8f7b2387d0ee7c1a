import { isDeepStrictEqual } from 'node:util';
import type { ImportCounts } from '@qr-attendance/contracts';
import { RejectedRequest } from '@qr-attendance/server';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportDocument, ImportJob } from '../../db/import-models.ts';
import type { FindPersonOfLine } from './about-lines.ts';
import { applicationOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import { createJobBatches } from './job-batches.ts';
import type { AnyKindRules, Problem } from './kinds/kind.ts';
import { NO_PREVIEW } from './finish-upload.ts';
import type { OpenLines } from './open-lines.ts';
import { createWaitForEvents } from './pace.ts';
import { addCounts, countChanges, countLines, splitRestated } from './plan-batch.ts';
import { createKeepErrors, createPreviews, FINISHED_STATE, isPreview, MAX_ERRORS } from './preview-batch.ts';
import { ImportFailure } from './read-file.ts';
import { addKeptObjects, toImportedLines, withoutFileTexts } from './shown-lines.ts';
import { undoBatch } from './undo-batch.ts';
import type { RosterNotices } from '../../core/memberships/roster-notices.ts';
import { effectsOf, writeNotices } from './write-notices.ts';
import {
  addedKeys,
  countRefused,
  peopleOf,
  limitProblemLines,
  withoutKnownPeople,
  withProblems,
} from './written-lines.ts';

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
  /** Waits after a batch that wrote something and took `tookMs`. */
  pace: (tookMs: number) => Promise<void>;
  /** Share of the existing objects that a run may change or end without a confirmation of their number. */
  maxChangedShare: number;
  clock: () => Date;
}

const changesSomething = (counts: ImportCounts): boolean => counts.added + countChanges(counts) > 0;

export const createImportJobs = (deps: JobDeps) => {
  const { runs, rulesOf, openLines, findAbout, ranking, hasRoomForEvents, pace, clock } = deps;
  const batches = createJobBatches(runs, rulesOf);
  const keepErrors = createKeepErrors(runs);
  const preview = createPreviews({ ...deps, batches, keepErrors });
  const waitForEvents = createWaitForEvents(hasRoomForEvents);
  let publishes = true;

  /** @returns whether the batch wrote objects or statements to the store that owns them */
  const apply = async (run: ImportDocument, job: ImportJob): Promise<boolean> => {
    const { phase, position, after } = job;
    const place = { phase, position, ...(after !== undefined && { after }) };
    // After a crash, lines of a batch that was already written are unchanged, so its stored counts are used.
    const repeated = isDeepStrictEqual(job.begun?.place, place) ? job.begun : undefined;
    const application = applicationOf(run, ranking, repeated?.at ?? clock());
    const {
      lines,
      changes,
      order,
      next,
      rules,
      notEnded: more = 0,
    } = await batches.plan(run, job, application);
    const planned = repeated?.counts ?? countLines(lines);
    const allowed = Math.max(run.usualChanges ?? 0, run.confirmedChanges ?? 0);
    if (countChanges(addCounts(job.counts, planned)) > allowed)
      throw new ImportFailure('more_changes', lines[0]?.line);
    const keys = changes.map(({ key }) => key);
    const known = peopleOf(rules, keys, lines);
    const { restated, written } = splitRestated(rules, changes);
    if (changes.length > 0) {
      const begun = { place, counts: planned, at: application.at };
      // Stored before the batch is written, because a repeated batch would find its lines unchanged.
      if (changesSomething(planned) && !(await runs.progress(run, { job: { ...job, begun } }))) return false;
      await runs.addBatch(run, {
        order,
        keys,
        people: known,
        source: application.source,
        ...(restated.length > 0 && { restated }),
        added: addedKeys(rules, changes),
        effects: effectsOf(rules, written, application.at, lines),
        lines: toImportedLines(lines),
      });
      // Stored before the lines are written, because a repeated batch would find its lines unchanged.
      await openLines.noteLeftOut(run, lines, clock());
    }
    publishes = changesSomething(planned);
    const kept = new Set<string>();
    const problems =
      written.length > 0 ? await rules.write(written, application, kept) : new Map<string, Problem>();
    await rules.keepRefused?.(application);
    // The ids of people whom the run added are known only now.
    await runs.addPeople(run, order, withoutKnownPeople(peopleOf(rules, keys, lines), known));
    await runs.noteWritten(run, order, { refused: problems.keys(), kept });
    batches.refuse(problems.keys());
    await runs.removeEffects(run, order, [...problems.keys()]);
    const { applied, refused } = withProblems(lines, problems);
    await openLines.note(run, limitProblemLines(applied, MAX_ERRORS - run.problemCount), clock());
    const counts = countRefused(addCounts(job.counts, planned), refused);
    const notEnded = (job.notEnded ?? 0) + more;
    if (!next) await writeNotices(deps, run);
    const aboutOf = await findAbout(run.kind, rules, refused);
    await runs.progress(run, {
      applied: counts,
      problemCount: await keepErrors(run, refused, aboutOf),
      kept: await addKeptObjects(run, kept, rules),
      ...(next
        ? {
            job: {
              ...next,
              counts,
              notEnded,
            },
          }
        : {
            ...FINISHED_STATE,
            ...withoutFileTexts(run),
            state: 'done',
            notEnded,
          }),
    });
    if (!next) {
      await batches.close();
      await runs.removeFile(run);
    }
    return written.length > 0;
  };

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
    const began = performance.now();
    if (isPreview(run)) {
      await preview(run);
      // The check of people locks their accounts for a moment.
      if (run.kind === 'people') await pace(performance.now() - began);
      return;
    }
    let hasWritten = true;
    if (run.state === 'undoing') await undoBatch(deps, rulesOf(run), run, clock());
    else if (run.job) hasWritten = await apply(run, run.job);
    if (hasWritten) await pace(performance.now() - began);
  };

  /**
   * Handles one batch of the oldest waiting run.
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
