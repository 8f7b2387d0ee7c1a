import { isMerged, isUnprovenAccount, type Person } from '../../../core/people/rules/person.ts';

export type MergeRefusal =
  | 'same_person'
  | 'only_students_merge'
  | 'already_merged'
  | 'kept_is_merged'
  | 'has_merged_records'
  | 'withdrawn'
  | 'keep_the_account'
  | 'kept_unverified';

/** Neither person may be merged already, so there are no chains. */
export const judgeMerge = ({
  merged,
  kept,
  othersInMerged,
}: {
  merged: Person;
  kept: Person;
  othersInMerged: number;
}): MergeRefusal | undefined => {
  if (merged.id === kept.id) return 'same_person';
  if ([merged, kept].some(({ details }) => details.userType !== 'STUDENT')) return 'only_students_merge';
  if ([merged, kept].some(({ withdrawnAt }) => withdrawnAt !== null)) return 'withdrawn';
  if (isMerged(merged)) return 'already_merged';
  if (isMerged(kept)) return 'kept_is_merged';
  if (othersInMerged > 0) return 'has_merged_records';
  if (merged.registered && !kept.registered) return 'keep_the_account';
  // Anybody can register an address and a name, and would become the person known to the institution.
  return merged.institutionId !== null && isUnprovenAccount(kept) ? 'kept_unverified' : undefined;
};
