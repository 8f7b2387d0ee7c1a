import { isDeepStrictEqual } from 'node:util';
import type { ImportCounts } from '@qr-attendance/contracts';
import type { Ranking } from '@qr-attendance/statements';
import type { RosterNotices } from '../../core/memberships/roster-notices.ts';
import type { ImportDocument, ImportJob } from '../../db/import-models.ts';
import type { FindPersonOfLine } from './about-lines.ts';
import { applicationOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import type { createJobBatches } from './job-batches.ts';
import type { Problem } from './kinds/kind.ts';
import type { OpenLines } from './open-lines.ts';
import { addCounts, countChanges, countLines, splitRestated } from './plan-batch.ts';
import { type createKeepErrors, FINISHED_STATE, MAX_ERRORS } from './preview-batch.ts';
import { ImportFailure } from './read-file.ts';
import { addKeptObjects, toImportedLines, withoutFileTexts } from './shown-lines.ts';
import type { DeferredProgress } from './deferred-progress.ts';
import { effectsOf, writeNotices } from './write-notices.ts';
import {
  addedKeys,
  countRefused,
  peopleOf,
  limitProblemLines,
  withoutKnownPeople,
  withProblems,
} from './written-lines.ts';

export interface ApplyDeps {
  runs: ImportRuns;
  rosterNotices: RosterNotices;
  batches: ReturnType<typeof createJobBatches>;
  keepErrors: ReturnType<typeof createKeepErrors>;
  openLines: OpenLines;
  findAbout: FindPersonOfLine;
  ranking: Ranking;
  clock: () => Date;
}

interface AppliedBatch {
  /** The fields of the run after the batch. */
  fields: Partial<ImportDocument>;
  /** Whether the batch wrote objects or statements to the store that owns them. */
  hasWritten: boolean;
  /** Whether events follow from the batch. */
  publishes: boolean;
}

const changesSomething = (counts: ImportCounts): boolean => counts.added + countChanges(counts) > 0;

export const createApplyBatch = (deps: ApplyDeps) => {
  const { runs, batches, keepErrors, openLines, findAbout, ranking, clock } = deps;

  /** @returns undefined if another process has taken over the run */
  return async (
    run: ImportDocument,
    job: ImportJob,
    progress: DeferredProgress,
  ): Promise<AppliedBatch | undefined> => {
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
    const publishes = changesSomething(planned);
    const { restated, written } = splitRestated(rules, changes);
    const hasWritten = publishes || written.length > 0;
    if (hasWritten && !(await progress.store())) return undefined;
    const allowed = Math.max(run.usualChanges ?? 0, run.confirmedChanges ?? 0);
    if (countChanges(addCounts(job.counts, planned)) > allowed)
      throw new ImportFailure('more_changes', lines[0]?.line);
    const keys = changes.map(({ key }) => key);
    const known = peopleOf(rules, keys, lines);
    if (changes.length > 0) {
      const begun = { place, counts: planned, at: application.at };
      // Stored before the batch is written, because a repeated batch would find its lines unchanged.
      if (publishes && !(await runs.progress(run, { job: { ...job, begun } }))) return undefined;
      progress.addBatch({
        order,
        keys,
        people: known,
        source: application.source,
        ...(restated.length > 0 && { restated }),
        added: addedKeys(rules, changes),
        effects: effectsOf(rules, written, application.at, lines),
        lines: toImportedLines(lines),
      });
      if (hasWritten) await progress.store();
      // Stored before the lines are written, because a repeated batch would find its lines unchanged.
      await openLines.noteLeftOut(run, lines, clock());
    }
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
    const fields: Partial<ImportDocument> = {
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
    };
    return { fields, hasWritten, publishes };
  };
};
