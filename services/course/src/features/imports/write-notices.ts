import { Types } from 'mongoose';
import type { NewRosterNotice, RosterNotices } from '../../core/memberships/roster-notices.ts';
import type { RosterEffect, StoredEffect } from '../../db/import-batch-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { sourceOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import type { AnyKindRules, Change } from './kinds/kind.ts';
import type { PlannedLine } from './plan-batch.ts';
import { isPreview } from './preview-batch.ts';

type LineWithEffects = Pick<PlannedLine, 'key' | 'line' | 'effects'>;

export const effectsOf = (
  { effectsOf: find }: Pick<AnyKindRules, 'effectsOf'>,
  changes: Change<unknown>[],
  at: Date,
  lines: LineWithEffects[] = [],
): StoredEffect[] => {
  if (!find) return [];
  const nameOf = (key: string, { sectionId, effect }: RosterEffect) => `${key} ${sectionId} ${effect}`;
  const lineOf = new Map(
    lines.flatMap(({ key = '', line, effects = [] }) =>
      effects.map((effect): [string, number] => [nameOf(key, effect), line]),
    ),
  );
  return changes.flatMap((change) =>
    find(change, at).map((effect): StoredEffect => {
      const line = lineOf.get(nameOf(change.key, effect));
      return { key: change.key, ...effect, ...(line !== undefined && { line }) };
    }),
  );
};

/**
 * Notifies the teachers of each section whose roster a run has changed, even if the run stops early.
 * Idempotent: a continued run is counted again.
 */
export const writeNotices = async (
  { runs, rosterNotices }: { runs: ImportRuns; rosterNotices: RosterNotices },
  run: ImportDocument,
): Promise<void> => {
  if (run.kind !== 'memberships' || isPreview(run)) return;
  const isUndone = run.state === 'undoing';
  const kind = isUndone ? 'undone' : 'applied';
  const notices = new Map<string, NewRosterNotice>();
  for await (const effects of runs.readEffects(run, isUndone ? 'undone' : 'effects'))
    for (const { courseId, sectionId, effect } of effects) {
      const notice = notices.get(sectionId) ?? {
        courseId: new Types.ObjectId(courseId),
        sectionId,
        kind,
        source: sourceOf(run),
        added: 0,
        ended: 0,
      };
      notice[effect] += 1;
      notices.set(sectionId, notice);
    }
  await rosterNotices.write(run._id, [...notices.values()]);
};
