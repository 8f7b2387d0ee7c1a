import { type Complete, MAX_TERM_DAYS, type NewTerm, type TermEdit } from '@qr-attendance/contracts';
import { conflict, invalid, RETRY, retryOnConflict, type Worker } from '@qr-attendance/server';
import type { TermDocument } from '../../db/campus-models.ts';
import { findTermDaysProblem } from '../../core/terms/rules/term-days.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import type { Terms } from '../../core/terms/terms.ts';

interface Deps {
  terms: Terms;
  termCourses: TermCourses;
}
type UpdateDeps = Deps & { termWorker: Worker };

const requireValidDays = (term: NewTerm): void => {
  const daysProblem = findTermDaysProblem(term);
  if (!daysProblem) return;
  const { problem, ...names } = daysProblem;
  switch (problem) {
    case 'ends before start':
      throw invalid('term_days', 'The term must not end before it begins.');
    case 'too long':
      throw invalid('term_too_long', `A term lasts at most ${MAX_TERM_DAYS} days.`);
    case 'break ends before start':
      throw invalid('break_days', `${daysProblem.name} must not end before it begins.`, names);
    case 'break outside':
      throw invalid('break_outside_term', `${daysProblem.name} must be within the term.`, names);
    case 'breaks overlap': {
      const text = `${daysProblem.name} and ${daysProblem.other} overlap.`;
      throw invalid('breaks_overlap', text, names);
    }
  }
};

export const createTerm = async ({ terms }: Deps, adminId: string, term: NewTerm): Promise<TermDocument> => {
  requireValidDays(term);
  return terms.add(term, adminId);
};

export const editTerm = async (
  { terms }: Deps,
  adminId: string,
  id: string,
  { version, ...details }: Complete<TermEdit>,
): Promise<TermDocument> => {
  requireValidDays(details);
  return terms.edit(await terms.get(id, version), details, adminId);
};

/** Retries after a concurrent change. */
const changeTerm = (
  context: Deps,
  id: string,
  revision: { by: string; change: string },
  change: (term: TermDocument) => Partial<TermDocument> | undefined,
): Promise<TermDocument> =>
  retryOnConflict('term', async () => {
    const term = await context.terms.get(id);
    const fields = change(term);
    if (!fields) return term;
    const changed = await context.terms.change(term, fields, revision);
    return changed && changed !== 'conflict' ? changed : RETRY;
  });

export const setTermArchived = async (
  context: UpdateDeps,
  adminId: string,
  id: string,
  archived: boolean,
): Promise<TermDocument> => {
  const change = archived ? 'archived' : 'restored';
  const changed = await changeTerm(context, id, { by: adminId, change }, (term) =>
    (term.archived ?? false) === archived ? undefined : { archived: archived || undefined },
  );
  context.termWorker.wake();
  return changed;
};

export const copyTermCourses = async (
  context: UpdateDeps,
  adminId: string,
  id: string,
  from: string,
): Promise<TermDocument> => {
  if (id === from) throw conflict('same_term', 'Choose another term.');
  await context.terms.get(from);
  await context.terms.requireOpen(id);
  const change = `courses copied from ${from}`;
  const changed = await changeTerm(context, id, { by: adminId, change }, ({ copying }) => {
    if (copying?.from === from) return undefined;
    if (copying)
      throw conflict(
        'copying',
        'Courses of another term are still being copied into this one. Try again in a moment.',
      );
    return { copying: { from } };
  });
  context.termWorker.wake();
  return changed;
};

export const deleteTerm = async (context: Deps, adminId: string, id: string): Promise<void> => {
  await context.terms.get(id);
  if (await context.termCourses.isUsed({ termId: id }))
    throw conflict('term_not_empty', 'This term has courses. Archive it instead.');
  const revision = { by: adminId, change: 'deleted' };
  await changeTerm(context, id, revision, () => ({ deleted: true, retired: id, copying: undefined }));
};
