import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportCounts } from '@qr-attendance/contracts';
import { RejectedRequest } from '@qr-attendance/server';
import type { ImportDocument, ImportJob } from '../../db/import-models.ts';
import type { ImportRuns, NewError } from './import-runs.ts';
import { createJobBatches } from './job-batches.ts';
import type { AnyKindRules, Warning } from './kinds/kind.ts';
import { addCounts, countLines, noCounts, type PlannedLine } from './plan-batch.ts';
import { ImportFailure } from './read-file.ts';
import { undoBatch } from './undo-batch.ts';

const MAX_EXAMPLES = 5;
const MAX_ERRORS = 10_000;
const WAIT_MS = 100;
const MAX_WAITS = 20;
/** Often enough that no other process takes over a run whose batch takes long. */
const RENEWAL_MS = 2_000;

export interface JobDeps {
  runs: ImportRuns;
  rulesOf: (run: ImportDocument) => AnyKindRules;
  /** Whether few enough events wait to be published or handled. */
  hasRoomForEvents: () => Promise<boolean>;
  /** Share of the existing objects that a run may change or end without confirming their number. */
  maxChangedShare: number;
  clock: () => Date;
}

export const changesIn = ({ changed, ended }: ImportCounts): number => changed + ended;

const toErrors = (lines: PlannedLine[], room: number): NewError[] =>
  lines.slice(0, Math.max(0, room)).map(({ line, field, problem = 'invalid', values, otherLine }) => ({
    ...{ line, problem, values },
    ...(field && { field }),
    ...(otherLine !== undefined && { otherLine }),
  }));

const toWarnings = (warnings: Warning[], room: number): NewError[] =>
  warnings.slice(0, Math.max(0, room)).map(({ warning, ...rest }) => ({ ...rest, problem: warning }));

const addExamples = ({ examples }: ImportDocument, lines: PlannedLine[]): ImportDocument['examples'] => {
  const shown = [...examples];
  for (const { outcome, line, values, problem } of lines)
    if (shown.filter((one) => one.outcome === outcome).length < MAX_EXAMPLES)
      shown.push({ outcome, line, values, ...(problem && { problem }) });
  return shown;
};

type WarningExample = NonNullable<ImportDocument['warnings']>['examples'][number];

const FINISHED = { job: undefined, stopping: undefined, writing: undefined };

export const createImportJobs = ({ runs, rulesOf, hasRoomForEvents, maxChangedShare, clock }: JobDeps) => {
  const batches = createJobBatches(runs, rulesOf);

  /** The lines that cannot be imported are stored up to a limit. */
  const keepErrors = async (run: ImportDocument, bad: PlannedLine[]): Promise<number> => {
    await runs.addErrors(run, toErrors(bad, MAX_ERRORS - run.problemCount));
    return run.problemCount + bad.length;
  };

  /** Not resumed but repeated after a crash, because lines may refer to earlier ones. */
  const restartPreview = async (run: ImportDocument): Promise<ImportDocument> => {
    await runs.removeErrors(run);
    return { ...run, examples: [], problemCount: 0 };
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
      ...{ by: run.by, at: clock() },
    });
    const counts = addCounts(job.counts, countLines(lines));
    const notEnded = (job.notEnded ?? 0) + more;
    const bad = lines.filter(({ problem }) => problem !== undefined);
    const fields = { problemCount: await keepErrors(run, bad), examples: addExamples(run, lines) };
    if (next) {
      await runs.progress(run, { ...fields, job: { ...next, counts, notEnded } });
      return;
    }
    const inFile = changesIn(counts) + counts.unchanged;
    const existing = run.complete ? inFile : Math.max(inFile, await rules.countExisting());
    const usual = Math.floor(existing * maxChangedShare);
    const warnings = (await rules.warnings?.find(run.complete)) ?? [];
    await runs.addErrors(run, toWarnings(warnings, MAX_ERRORS - fields.problemCount));
    const examples = warnings
      .slice(0, MAX_EXAMPLES)
      .map(({ values: _values, ...example }): WarningExample => example);
    await runs.progress(run, {
      ...fields,
      ...FINISHED,
      ...{ state: 'previewed', preview: counts, usualChanges: usual, notEnded },
      ...(warnings.length > 0 && { warnings: { count: warnings.length, examples } }),
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
    const application = { by: run.by, at: repeated?.at ?? clock() };
    const { lines, changes, next, rules, notEnded: more = 0 } = await batches.plan(run, job, application);
    const planned = repeated?.counts ?? countLines(lines);
    const allowed = Math.max(run.usualChanges ?? 0, run.confirmedChanges ?? 0);
    if (changesIn(addCounts(job.counts, planned)) > allowed)
      throw new ImportFailure('more_changes', lines[0]?.line);
    if (changes.length > 0) {
      const begun = { place, counts: planned, at: application.at };
      if (!(await runs.progress(run, { job: { ...job, begun } }))) return;
      await runs.addChanges(
        run,
        changes.map((change) => ({
          ...{ key: change.key, order: change.line, before: change.before, after: change.after },
          people: rules.peopleIn?.(change.key) ?? [],
        })),
      );
    }
    const problems = changes.length > 0 ? await rules.write(changes, application) : new Map<string, never>();
    const refused = lines.flatMap((line): PlannedLine[] => {
      const problem = problems.get(line.key ?? '');
      return problem && line.outcome !== 'unchanged' ? [{ ...line, ...problem }] : [];
    });
    const counts = addCounts(job.counts, planned);
    for (const { outcome } of refused) {
      counts[outcome] -= 1;
      counts.error += 1;
    }
    const notEnded = (job.notEnded ?? 0) + more;
    await runs.progress(run, {
      ...{ applied: counts, problemCount: await keepErrors(run, refused) },
      ...(next ? { job: { ...next, counts, notEnded } } : { ...FINISHED, state: 'done', notEnded }),
    });
    if (next) return;
    await batches.close();
    await runs.removeFile(run);
  };

  const fail = async (run: ImportDocument, { reason, line }: ImportFailure): Promise<void> => {
    await runs.progress(run, {
      ...FINISHED,
      state: run.state === 'previewing' ? 'failed' : 'stopped',
      failure: { reason, ...(line !== undefined && { line }) },
    });
  };

  const stop = (run: ImportDocument): Promise<boolean> =>
    runs.progress(run, {
      ...{ state: run.state === 'previewing' ? 'uploaded' : 'stopped' },
      ...{ stopping: undefined, writing: undefined },
    });

  const work = async (run: ImportDocument): Promise<void> => {
    // A batch that has begun is finished first, so that every change is known.
    if (run.stopping && run.state !== 'undoing' && !run.job?.begun) {
      await stop(run);
      return;
    }
    if (run.state === 'previewing') return preview(run);
    if (!(await waitForEvents())) return;
    if (run.state === 'undoing') return undoBatch(runs, rulesOf(run), run, clock());
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
