import { isDeepStrictEqual } from 'node:util';
import { RejectedRequest } from '@qr-attendance/server';
import type { ImportDocument, ImportJob } from '../../db/import-models.ts';
import { applicationOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import { createJobBatches } from './job-batches.ts';
import type { AnyKindRules, Problem } from './kinds/kind.ts';
import type { OpenLines } from './open-lines.ts';
import { addCounts, countLines, noCounts, type PlannedLine } from './plan-batch.ts';
import { ImportFailure } from './read-file.ts';
import {
  addExamples,
  addKept,
  addOverrides,
  describeWarnings,
  toErrors,
  toImportedLines,
  toWarnings,
} from './shown-lines.ts';
import { undoBatch } from './undo-batch.ts';
import { addedAmong, countRefused, peopleOf, withFewProblems, withProblems } from './written-lines.ts';

const WAIT_MS = 100;
const MAX_WAITS = 20;
/** Often enough that no other process takes over a run whose batch takes long. */
const RENEWAL_MS = 2_000;

export interface JobDeps {
  runs: ImportRuns;
  rosterNotices: RosterNotices;
  rulesOf: (run: ImportDocument) => AnyKindRules;
  openLines: OpenLines;
  /** Whether few enough events wait to be published or handled. */
  hasRoomForEvents: () => Promise<boolean>;
  /** Waits after a batch that took some time. */
  pace: (tookMs: number) => Promise<void>;
  /** Share of the existing objects that a run may change or end without confirming their number. */
  maxChangedShare: number;
  clock: () => Date;
}

export const changesIn = ({ changed, ended }: ImportCounts): number => changed + ended;

const FINISHED = { job: undefined, stopping: undefined, writing: undefined };

export const createImportJobs = ({
  runs,
  rulesOf,
  openLines,
  hasRoomForEvents,
  maxChangedShare,
  clock,
}: JobDeps) => {
  const batches = createJobBatches(runs, rulesOf);
  const waitForEvents = createWaitForEvents(hasRoomForEvents);
  /** Whether the last batch may have published events. */
  let publishes = true;

  /** The lines that cannot be imported are stored up to a limit. */
  const keepErrors = async (run: ImportDocument, bad: PlannedLine[]): Promise<number> => {
    await runs.addErrors(run, toErrors(bad, MAX_ERRORS - run.problemCount));
    return run.problemCount + bad.length;
  };

  /** Not resumed but repeated after a crash, because lines may refer to earlier ones. */
  const restartPreview = async (run: ImportDocument): Promise<ImportDocument> => {
    await runs.removeErrors(run);
    const { overrides: _overrides, ...others } = run;
    return { ...others, examples: [], problemCount: 0 };
  };

  const preview = async (found: ImportDocument): Promise<void> => {
    const first: ImportJob = {
      phase: 'lines',
      position: found.start ?? { byte: 0, line: 0 },
      counts: noCounts(),
    };
    const continues = found.job !== undefined && batches.isOpenAt(found, found.job);
    const [run, job] = continues && found.job ? [found, found.job] : [await restartPreview(found), first];
    const {
      lines,
      next,
      rules,
      notEnded: more = 0,
    } = await batches.plan(run, job, {
      ...{ run: run._id.toHexString(), by: run.by, at: clock(), takesUp: run.takesUp },
    });
    const counts = addCounts(job.counts, countLines(lines));
    const notEnded = (job.notEnded ?? 0) + more;
    const bad = lines.filter(({ problem }) => problem !== undefined);
    const fields = {
      problemCount: await keepErrors(run, bad),
      examples: addExamples(run, lines),
      overrides: addOverrides(run, lines),
    };
    if (next) {
      await runs.progress(run, { ...fields, job: { ...next, counts, notEnded } });
      return;
    }
    const inFile = changesIn(counts) + counts.unchanged;
    const existing = run.complete ? inFile : Math.max(inFile, await rules.countExisting());
    const usual = Math.floor(existing * maxChangedShare);
    const warnings = (await rules.warnings?.find(run.complete)) ?? [];
    await runs.addErrors(run, toWarnings(warnings, MAX_ERRORS - fields.problemCount));
    await runs.progress(run, {
      ...fields,
      ...FINISHED,
      ...{ state: 'previewed', preview: counts, usualChanges: usual, notEnded },
      ...(warnings.length > 0 && { warnings: describeWarnings(warnings) }),
    });
    await batches.close();
  };

  /** @returns whether few enough events wait; otherwise the run is looked at again, as somebody may have stopped it */
  const waitForEvents = async (): Promise<boolean> => {
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      if (await hasRoomForEvents()) return true;
      await pause(WAIT_MS);
    }
    return false;
  };

  const apply = async (run: ImportDocument, job: ImportJob): Promise<void> => {
    const { phase, position, after } = job;
    const place = { phase, position, ...(after !== undefined && { after }) };
    // Lines of a batch that was written before a crash are found unchanged.
    const repeated = isDeepStrictEqual(job.begun?.place, place) ? job.begun : undefined;
    const application = {
      ...{ run: run._id.toHexString(), by: run.by, at: repeated?.at ?? clock() },
      ...{ keepsLocalChanges: run.keepsLocalChanges, takesUp: run.takesUp },
    };
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
    if (changesIn(addCounts(job.counts, planned)) > allowed)
      throw new ImportFailure('more_changes', lines[0]?.line);
    const keys = changes.map(({ key }) => key);
    if (changes.length > 0) {
      const begun = { place, counts: planned, at: application.at };
      if (!(await runs.progress(run, { job: { ...job, begun } }))) return;
      await runs.addBatch(run, {
        ...{ order, keys, people: peopleOf(rules, keys, lines) },
        added: addedAmong(rules, changes),
        lines: toImportedLines(lines),
      });
      // Before they are written, as a repeated batch finds its lines unchanged.
      await openLines.noteLeftOut(run, lines, clock());
    }
    publishes = changesSomething(planned);
    const kept = new Set<string>();
    const problems =
      written.length > 0 ? await rules.write(written, application, kept) : new Map<string, Problem>();
    await rules.keepRefused?.(application);
    // Those whom the run has added are known now.
    await runs.addPeople(run, order, peopleOf(rules, keys, lines));
    await runs.noteWritten(run, order, { refused: problems.keys(), kept });
    batches.refuse(problems.keys());
    const { written, refused } = withProblems(lines, problems);
    await openLines.note(run, withFewProblems(written, MAX_ERRORS - run.problemCount), clock());
    const counts = countRefused(addCounts(job.counts, planned), refused);
    const notEnded = (job.notEnded ?? 0) + more;
    if (!next) await writeNotices(deps, run);
    await runs.progress(run, {
      ...{
        applied: counts,
        problemCount: await keepErrors(run, refused),
        kept: await addKept(run, kept, rules),
      },
      ...(next ? { job: { ...next, counts, notEnded } } : { ...FINISHED, state: 'done', notEnded }),
    });
    if (next) return;
    await batches.close();
    await runs.removeFile(run);
  };

  const fail = async (run: ImportDocument, { reason, line }: ImportFailure): Promise<void> => {
    await writeNotices(deps, run);
    await runs.progress(run, {
      ...FINISHED,
      state: isPreview(run) ? 'failed' : 'stopped',
      failure: { reason, ...(line !== undefined && { line }) },
    });
  };

  const stop = async (run: ImportDocument): Promise<void> => {
    await writeNotices(deps, run);
    const state = run.state === 'previewing' ? 'uploaded' : 'stopped';
    await runs.progress(run, { state, stopping: undefined, writing: undefined });
  };

  const work = async (run: ImportDocument): Promise<void> => {
    // A batch that has begun is finished first, so that every change is known.
    if (run.stopping && run.state !== 'undoing' && !run.job?.begun) {
      await stop(run);
      return;
    }
    if (isPreview(run)) return preview(run);
    if (!(await waitForEvents())) return;
    if (run.state === 'undoing') return undoBatch({ runs, openLines }, rulesOf(run), run, clock());
    if (run.job) return apply(run, run.job);
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
