import { isDeepStrictEqual } from 'node:util';
import type { ImportCounts } from '@qr-attendance/contracts';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportDocument, ImportJob } from '../../db/import-models.ts';
import type { PersonOfLine, FindPersonOfLine } from './about-lines.ts';
import { applicationOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import type { createJobBatches } from './job-batches.ts';
import type { AnyKindRules } from './kinds/kind.ts';
import { addCounts, countChanges, countLines, noCounts, type PlannedLine } from './plan-batch.ts';
import { findDifferent, shownOutcomesOf } from './shown-outcomes.ts';
import {
  addDifferentLines,
  addExamples,
  addOverrides,
  describeWarnings,
  nameMissingObjects,
  toErrors,
  toWarnings,
} from './shown-lines.ts';

export const MAX_ERRORS = 10_000;
export const FINISHED_STATE = { job: undefined, stopping: undefined, writing: undefined };

export const isPreview = ({ state }: Pick<ImportDocument, 'state'>): boolean =>
  state === 'previewing' || state === 'rechecking';

export const createKeepErrors =
  (runs: ImportRuns) =>
  async (run: ImportDocument, bad: PlannedLine[], aboutOf: PersonOfLine): Promise<number> => {
    const stored = bad.slice(0, Math.max(0, MAX_ERRORS - run.problemCount));
    await runs.addErrors(run, toErrors(run.kind, stored, aboutOf));
    return run.problemCount + bad.length;
  };

interface Deps {
  runs: ImportRuns;
  batches: ReturnType<typeof createJobBatches>;
  ranking: Ranking;
  maxChangedShare: number;
  clock: () => Date;
  keepErrors: ReturnType<typeof createKeepErrors>;
  findAbout: FindPersonOfLine;
}

const firstJob = ({ start }: ImportDocument): ImportJob => ({
  phase: 'lines',
  position: start ?? { byte: 0, line: 0 },
  counts: noCounts(),
});

/**
 * Previews a file batch by batch. After a confirmation, the preview is computed again and compared with the preview
 * that was shown: if each line has the same outcome, the import begins; otherwise a new preview is shown.
 */
export const createPreviews = (deps: Deps) => {
  const { runs, batches, ranking, maxChangedShare, clock, keepErrors, findAbout } = deps;
  const numberOf = ({ check = 0 }: ImportDocument): number => check + 1;

  /** After a crash the preview restarts from the beginning, because lines may refer to earlier lines. */
  const restart = async (run: ImportDocument): Promise<ImportDocument> => {
    await Promise.all([runs.removeErrors(run), runs.removeOutcomesBesides(run, run.check)]);
    const { overrides: _overrides, outdated: _outdated, ...others } = run;
    return { ...others, examples: [], problemCount: 0 };
  };

  /** Compares a batch with the preview that was shown, and stores it for the next comparison. */
  const compareBatch = async (
    run: ImportDocument,
    { lines, order, rules }: { lines: PlannedLine[]; order: number; rules: AnyKindRules },
    aboutOf: PersonOfLine,
  ): Promise<ImportDocument['outdated']> => {
    const shown =
      run.state === 'rechecking' && run.check !== undefined
        ? await runs.findOutcomes(run, run.check, order)
        : undefined;
    await runs.keepOutcomes(run, numberOf(run), order, shownOutcomesOf(lines));
    const { answers = {} } = run;
    const isAnswered = ({ line, outcome }: PlannedLine, was: string): boolean =>
      was.startsWith('waiting') && outcome === 'added' && String(line) in answers;
    return shown
      ? addDifferentLines(run, findDifferent(shown, lines, isAnswered), { rules, aboutOf })
      : run.outdated;
  };

  const findWarnings = async (
    run: ImportDocument,
    rules: AnyKindRules,
    problemCount: number,
  ): Promise<ImportDocument['warnings']> => {
    const warnings = (await rules.warnings?.find(run.complete)) ?? [];
    await runs.addErrors(run, toWarnings(warnings, MAX_ERRORS - problemCount));
    return warnings.length > 0 ? describeWarnings(warnings) : undefined;
  };

  /** A preview of an earlier release has no outcomes, so its counts are compared. */
  const findOutdated = (
    run: ImportDocument,
    outdated: ImportDocument['outdated'],
    counts: ImportCounts,
  ): ImportDocument['outdated'] => {
    const isComparable = run.state === 'rechecking' && run.check === undefined;
    const isSame = isDeepStrictEqual({ ...noCounts(), ...run.preview }, counts);
    return outdated ?? (isComparable && !isSame ? { count: 0, examples: [] } : undefined);
  };

  const finish = async (
    run: ImportDocument,
    fields: Partial<ImportDocument>,
    { counts, rules }: { counts: ImportCounts; rules: AnyKindRules },
  ): Promise<void> => {
    const { state, confirmed } = run;
    const warnings = await findWarnings(run, rules, fields.problemCount ?? 0);
    const outdated = findOutdated(run, fields.outdated, counts);
    if (state === 'rechecking' && !outdated) {
      // Keeps a stop that was requested during the last batch, so that nothing is written.
      await runs.progress(run, {
        ...fields,
        warnings,
        preview: counts,
        state: 'applying',
        writing: 'writing',
        job: firstJob(run),
        applied: noCounts(),
        confirmedChanges: confirmed?.changes,
        keepsLocalChanges: confirmed?.keepsLocalChanges,
        confirmed: undefined,
      });
      await runs.removeOutcomesBesides(run);
      return;
    }
    const inFile = countChanges(counts) + counts.unchanged;
    const existing = run.complete ? inFile : Math.max(inFile, await rules.countExisting());
    const check = numberOf(run);
    await runs.progress(run, {
      ...fields,
      ...FINISHED_STATE,
      warnings,
      outdated,
      confirmed: undefined,
      state: 'previewed',
      preview: counts,
      check,
      usualChanges: Math.floor(existing * maxChangedShare),
    });
    if (run.check !== undefined) await runs.removeOutcomesBesides(run, check);
  };

  return async (found: ImportDocument): Promise<void> => {
    const continues = found.job !== undefined && batches.isOpenAt(found, found.job);
    const [run, job] = continues && found.job ? [found, found.job] : [await restart(found), firstJob(found)];
    const batch = await batches.plan(run, job, applicationOf(run, ranking, clock()));
    const { lines, next, rules, notEnded: more = 0 } = batch;
    const counts = addCounts(job.counts, countLines(lines));
    const notEnded = (job.notEnded ?? 0) + more;
    const bad = lines.filter(({ problem }) => problem !== undefined);
    const aboutOf = await findAbout(run.kind, rules, lines);
    const fields = {
      problemCount: await keepErrors(run, bad, aboutOf),
      examples: await nameMissingObjects(addExamples(run, lines, aboutOf), rules),
      overrides: addOverrides(run, lines),
      outdated: await compareBatch(run, batch, aboutOf),
    };
    if (next) {
      await runs.progress(run, { ...fields, job: { ...next, counts, notEnded } });
      return;
    }
    await finish(run, { ...fields, notEnded }, { counts, rules });
    await batches.close();
  };
};
