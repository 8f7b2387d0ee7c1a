import { FILES } from '@qr-attendance/statements';
import { Types } from 'mongoose';
import type { NewRosterNotice, RosterNotices } from '../../core/memberships/roster-notices.ts';
import type { StoredEffect } from '../../db/import-batch-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import type { AnyKindRules, Change } from './kinds/kind.ts';

/** What changes of objects do to rosters, by the keys of the objects. */
export const effectsOf = (
  { effectsOf: find }: Pick<AnyKindRules, 'effectsOf'>,
  changes: Change<unknown>[],
  at: Date,
): StoredEffect[] =>
  find ? changes.flatMap((change) => find(change, at).map((effect) => ({ key: change.key, ...effect }))) : [];

/** The lists to count, by what became of the run. A stopped run can be continued, and is counted again then. */
const COUNTED = { applied: 'effects', undone: 'undone' } as const;

/** Notifies the teachers of each section whose roster a run has changed. Repeatable. */
export const writeNotices = async (
  { runs, rosterNotices }: { runs: ImportRuns; rosterNotices: RosterNotices },
  run: ImportDocument,
  kind: keyof typeof COUNTED,
): Promise<void> => {
  if (run.kind !== 'memberships') return;
  const notices = new Map<string, NewRosterNotice>();
  for await (const effects of runs.readEffects(run, COUNTED[kind]))
    for (const { courseId, sectionId, effect } of effects) {
      const notice = notices.get(sectionId) ?? {
        ...{ courseId: new Types.ObjectId(courseId), sectionId, kind, source: FILES, added: 0, ended: 0 },
      };
      notice[effect] += 1;
      notices.set(sectionId, notice);
    }
  await rosterNotices.write(run._id, [...notices.values()]);
};
