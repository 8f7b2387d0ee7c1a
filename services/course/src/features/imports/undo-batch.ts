import type { ImportUndoPreview } from '@qr-attendance/contracts';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportDocument } from '../../db/import-models.ts';
import type { RosterNotices } from '../../core/memberships/roster-notices.ts';
import { applicationOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import { labelsOf, MAX_KEPT_EXAMPLES, withoutFileTexts } from './shown-lines.ts';
import type { AnyKindRules, Change, UndoOutcome } from './kinds/kind.ts';
import type { OpenLines } from './open-lines.ts';
import { effectsOf, writeNotices } from './write-notices.ts';

interface UndoDeps {
  runs: ImportRuns;
  ranking: Ranking;
}
interface UndoBatchDeps extends UndoDeps {
  rosterNotices: RosterNotices;
  openLines: OpenLines;
}

export const undoBatch = async (
  { runs, rosterNotices, openLines, ranking }: UndoBatchDeps,
  rules: AnyKindRules,
  run: ImportDocument,
  at: Date,
): Promise<void> => {
  const [batch] = await runs.listLastBatches(run, 1);
  if (!batch) {
    await openLines.removeOfRun(run);
    await writeNotices({ runs, rosterNotices }, run);
    const undo = await runs.sumUndone(run, MAX_KEPT_EXAMPLES);
    const keptExamples = await labelsOf(rules, undo.keptExamples);
    await runs.progress(run, {
      ...withoutFileTexts(run),
      state: 'undone',
      undo: {
        ...undo,
        keptExamples,
      },
      job: undefined,
      stopping: undefined,
      writing: undefined,
    });
    // A run that was stopped still has its file.
    await runs.removeFile(run);
    return;
  }
  const undoing = {
    plan: (changes: Change<unknown>[]) => runs.addUndone(batch, effectsOf(rules, changes, at)),
    refuse: (keys: string[]) => runs.removeUndone(batch, keys),
  };
  const application = { ...applicationOf(run, ranking, at), undoing };
  const outcomes = await rules.undoRun(batch.keys.toReversed(), application, false);
  const keysOf = (wanted: UndoOutcome | undefined) =>
    batch.keys.filter((key) => outcomes.get(key) === wanted);
  await runs.markUndone(batch, {
    left: keysOf(undefined),
    restored: keysOf('removed').length + keysOf('restored').length,
    kept: keysOf('kept'),
  });
  await runs.progress(run, {});
};

/** Limits the time of a preview. */
const MAX_PREVIEWED_BATCHES = 20;

export const previewUndo = async (
  { runs, ranking }: UndoDeps,
  rules: AnyKindRules,
  run: ImportDocument,
  at: Date,
): Promise<ImportUndoPreview> => {
  const application = applicationOf(run, ranking, at);
  const batches = await runs.listLastBatches(run, MAX_PREVIEWED_BATCHES + 1);
  const counts = { removed: 0, restored: 0, kept: 0, unchanged: 0 };
  for (const { keys } of batches.slice(0, MAX_PREVIEWED_BATCHES))
    for (const outcome of (await rules.undoRun(keys.toReversed(), application, true)).values())
      counts[outcome] += 1;
  const { removed, restored, kept } = counts;
  return { removed, restored, kept, isPartial: batches.length > MAX_PREVIEWED_BATCHES };
};
