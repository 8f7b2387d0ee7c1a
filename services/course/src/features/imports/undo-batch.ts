import { isDeepStrictEqual } from 'node:util';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import type { AnyKindRules } from './kinds/kind.ts';

const MAX_KEPT_EXAMPLES = 20;

/** Restores some of the objects that a run changed, the last one first, unless somebody has changed them since. */
export const undoBatch = async (
  runs: ImportRuns,
  rules: AnyKindRules,
  run: ImportDocument,
  at: Date,
): Promise<void> => {
  const changes = await runs.listChanges(run, rules.batchSize);
  if (changes.length === 0) {
    const [restored, kept, keptExamples] = await Promise.all([
      runs.countUndone(run, 'restored'),
      runs.countUndone(run, 'kept'),
      runs.listKept(run, MAX_KEPT_EXAMPLES),
    ]);
    await runs.progress(run, {
      ...{ state: 'undone', undo: { restored, kept, keptExamples } },
      ...{ job: undefined, stopping: undefined, writing: undefined },
    });
    return;
  }
  const { load, write } = rules.undo ?? rules;
  const current = await load(changes.map(({ key }) => key));
  const isAt = (key: string, state: unknown) => isDeepStrictEqual(current.get(key), state);
  const unchanged = changes.filter(({ key, before, after }) => isAt(key, after) && !isAt(key, before));
  const problems = await write(
    unchanged.map(({ key, before, after }) => ({ key, before: after, after: before })),
    { by: run.by, at },
  );
  const isRestored = new Set(
    changes
      .filter(({ key, before, after }) => isAt(key, before) || (isAt(key, after) && !problems.has(key)))
      .map(({ _id }) => _id),
  );
  const idsOf = (some: typeof changes) => some.map(({ _id }) => _id);
  await runs.markUndone([...isRestored], 'restored');
  await runs.markUndone(idsOf(changes.filter(({ _id }) => !isRestored.has(_id))), 'kept');
  await runs.progress(run, {});
};
