import { conflict, type DomainError, notFound } from '@qr-attendance/server';
import { notify } from '../../core/events/notify.ts';
import type { Person } from '../../core/people/rules/person.ts';
import { findManagedPerson, type ManageDeps } from './manage-people.ts';
import type { Merges } from './merges.ts';
import type { MergeRefusal } from './rules/judge-merge.ts';

const refusals: Record<MergeRefusal, () => DomainError> = {
  same_person: () => conflict('same_person', 'Choose two different records.'),
  only_students_merge: () =>
    conflict(
      'only_students_merge',
      'Only records of students can be merged. Hand the courses and roles of a teacher over, then suspend the account that is no longer used.',
    ),
  already_merged: () =>
    conflict('already_merged', 'This record was merged into another one. Undo that merge first.'),
  kept_is_merged: () =>
    conflict('kept_is_merged', 'The record to keep was itself merged into another one. Choose that one.'),
  has_merged_records: () =>
    conflict(
      'has_merged_records',
      'Other records were merged into this one. Keep this record, or undo those merges first.',
    ),
  withdrawn: () =>
    conflict(
      'withdrawn',
      'One of the records was withdrawn from the records of the institution. Import that person again first.',
    ),
  keep_the_account: () =>
    conflict('keep_the_account', 'The record with an account has to be the one that is kept.'),
  kept_unverified: () =>
    conflict(
      'kept_unverified',
      'Nobody has verified the email address of the account to keep, so a stranger may own it. Ask its owner to open the link in the email from the registration first.',
    ),
};

export interface MergeDeps extends ManageDeps {
  merges: Merges;
}

export const previewMerge = async (
  { merges }: Pick<MergeDeps, 'merges'>,
  mergedId: string,
  keptId: string,
): Promise<{ merged: Person; kept: Person; takesOver: string | null }> => {
  const pair = await merges.preview(mergedId, keptId);
  if (!pair) throw notFound('User');
  if (pair.refusal) throw refusals[pair.refusal]();
  const { merged, kept } = pair;
  return { merged, kept, takesOver: kept.institutionId === null ? merged.institutionId : null };
};

export const mergePerson = async (
  context: MergeDeps,
  adminId: string,
  ids: { mergedId: string; keptId: string },
  reason: string,
): Promise<Person> => {
  const result = await context.merges.merge(adminId, ids, reason);
  if (result === 'unknown') throw notFound('User');
  if (result !== 'done') throw refusals[result]();
  await notify(context);
  return findManagedPerson(context, ids.mergedId);
};

export const undoMerge = async (
  context: MergeDeps,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> => {
  if (!(await context.merges.undo(adminId, personId, reason))) throw notFound('User');
  await notify(context);
  return findManagedPerson(context, personId);
};
