import { isDeepStrictEqual } from 'node:util';
import { RejectedRequest } from '@qr-attendance/server';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportedPerson } from '../../db/import-batch-model.ts';
import type { ImportDocument, ImportJob } from '../../db/import-models.ts';
import { applicationOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import { createJobBatches } from './job-batches.ts';
import type { AnyKindRules, Change, Problem } from './kinds/kind.ts';
import { NO_PREVIEW } from './finish-upload.ts';
import { addCounts, changesIn, countLines, outcomeOfProblem, type PlannedLine } from './plan-batch.ts';
import { createKeepErrors, createPreviews, FINISHED, isPreview } from './preview-batch.ts';
import { ImportFailure } from './read-file.ts';
import { addKept } from './shown-lines.ts';
import { undoBatch } from './undo-batch.ts';
import type { RosterNotices } from '../../core/memberships/roster-notices.ts';
import { effectsOf, writeNotices } from './write-notices.ts';

const WAIT_MS = 100;
const MAX_WAITS = 20;
/** Often enough that no other process takes over a run whose batch takes long. */
const RENEWAL_MS = 2_000;

export interface JobDeps {
  runs: ImportRuns;
  rosterNotices: RosterNotices;
  rulesOf: (run: ImportDocument) => AnyKindRules;
  ranking: Ranking;
  /** Whether few enough events wait to be published or handled. */
  hasRoomForEvents: () => Promise<boolean>;
  /** Waits after a batch that took some time. */
  pace: (tookMs: number) => Promise<void>;
  /** Share of the existing objects that a run may change or end without confirming their number. */
  maxChangedShare: number;
  clock: () => Date;
}

export const changesIn = ({ changed, ended }: ImportCounts): number => changed + ended;

type WarningExample = NonNullable<ImportDocument['warnings']>['examples'][number];

const FINISHED = { job: undefined, stopping: undefined, writing: undefined };

export const createImportJobs = (deps: JobDeps) => {
  const { runs, rulesOf, hasRoomForEvents, maxChangedShare, clock } = deps;
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
      ...{ run: run._id.toHexString(), by: run.by, at: clock() },
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
    if (changesIn(addCounts(job.counts, planned)) > allowed)
      throw new ImportFailure('more_changes', lines[0]?.line);
    const keys = changes.map(({ key }) => key);
    const peopleIn = (): ImportedPerson[] =>
      keys.flatMap((key) => (rules.peopleIn?.(key) ?? []).map((id) => ({ id, key })));
    const knownPeople = peopleIn();
    const { restated, written } = splitRestated(rules, changes);
    if (changes.length > 0) {
      const begun = { place, counts: planned, at: application.at };
      // A repeated batch finds unchanged lines unchanged.
      if (changesSomething(planned) && !(await runs.progress(run, { job: { ...job, begun } }))) return;
      const { isThere = () => true } = rules;
      const isAdded = ({ before }: Change<unknown>) => before === undefined || !isThere(before);
      await runs.addBatch(run, {
        ...{ order, keys, people: knownPeople, source: application.source },
        ...(restated.length > 0 && { restated }),
        added: changes.filter(isAdded).map(({ key }) => key),
        effects: effectsOf(rules, changes, application.at),
      });
    }
    publishes = changesSomething(planned);
    const kept = new Set<string>();
    const problems =
      written.length > 0 ? await rules.write(written, application, kept) : new Map<string, Problem>();
    await rules.keepRefused?.(application);
    // Those whom the run has added are known now.
    const known = new Set(knownPeople.map(({ id }) => id));
    await runs.addPeople(
      run,
      order,
      peopleIn().filter(({ id }) => !known.has(id)),
    );
    batches.refuse(problems.keys());
    await runs.removeEffects(run, order, [...problems.keys()]);
    const refused = lines.flatMap((line): PlannedLine[] => {
      const problem = problems.get(line.key ?? '');
      return problem && line.outcome !== 'unchanged' ? [{ ...line, ...problem }] : [];
    });
    const counts = addCounts(job.counts, planned);
    for (const { outcome, problem = 'invalid' } of refused) {
      counts[outcome] -= 1;
      counts[outcomeOfProblem({ problem })] += 1;
    }
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
    if (run.state === 'undoing') return undoBatch(deps, rulesOf(run), run, clock());
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
