import { isOpen } from '../../../core/memberships/rules/periods.ts';
import type { Period } from '../../../db/enrollment-models.ts';
import type { RosterEffect } from '../../../db/import-batch-model.ts';

const openSectionsOf = (periods: Period[], at: Date): string[] => [
  ...new Set(periods.filter((period) => isOpen([period], at)).map(({ sectionId }) => sectionId)),
];

/**
 * Finds how a change of a student's periods changes the rosters of the course's sections. A move ends one
 * membership and adds one.
 */
export const rosterEffects = (
  courseId: string,
  [before, after]: [Period[], Period[]],
  at: Date,
): RosterEffect[] => {
  const [were, are] = [openSectionsOf(before, at), openSectionsOf(after, at)];
  const added = are.filter((id) => !were.includes(id));
  const ended = were.filter((id) => !are.includes(id));
  return [
    ...added.map((sectionId) => ({ courseId, sectionId, effect: 'added' as const })),
    ...ended.map((sectionId) => ({ courseId, sectionId, effect: 'ended' as const })),
  ];
};
