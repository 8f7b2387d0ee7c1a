import { MAX_TERM_DAYS, type NewTerm, type TermEdit } from '@qr-attendance/contracts';
import { DomainError, notFound, temporarilyUnavailable } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { TermDocument } from '../db/campus-models.ts';
import { findTermDaysProblem } from './rules/term-days.ts';

type Managing = Pick<Context, 'terms' | 'termCourses'>;
type Updating = Managing & Pick<Context, 'termWorker'>;

const requireValidDays = (term: NewTerm): void => {
  const found = findTermDaysProblem(term);
  if (!found) return;
  const { problem, ...names } = found;
  switch (problem) {
    case 'ends before start':
      throw new DomainError('invalid', 'term_days', 'The term must not end before it begins.');
    case 'too long':
      throw new DomainError('invalid', 'term_too_long', `A term lasts at most ${MAX_TERM_DAYS} days.`);
    case 'break ends before start':
      throw new DomainError('invalid', 'break_days', `${found.name} must not end before it begins.`, names);
    case 'break outside':
      throw new DomainError('invalid', 'break_outside_term', `${found.name} must be within the term.`, names);
    case 'breaks overlap': {
      const text = `${found.name} and ${found.other} overlap.`;
      throw new DomainError('invalid', 'breaks_overlap', text, names);
    }
  }
};

const termExists = (): DomainError =>
  new DomainError('conflict', 'term_exists', 'Another term has this name or external ID.');
const termChanged = (): DomainError =>
  new DomainError(
    'conflict',
    'term_changed',
    'This term was changed in another window. Reload the page before you change it.',
  );

const findTerm = async ({ terms }: Pick<Context, 'terms'>, id: string): Promise<TermDocument> => {
  const term = await terms.find(id);
  if (!term) throw notFound('Term');
  return term;
};

export const createTerm = async ({ terms }: Managing, adminId: string, term: NewTerm) => {
  requireValidDays(term);
  const created = await terms.create(term, adminId);
  if (created === 'conflict') throw termExists();
  return created;
};

export const editTerm = async (
  context: Managing,
  adminId: string,
  id: string,
  { version, externalId, ...details }: TermEdit,
): Promise<TermDocument> => {
  requireValidDays(details);
  const term = await findTerm(context, id);
  if (term.version !== version) throw termChanged();
  const revision = { by: adminId, change: 'edited' };
  const changed = await context.terms.change(term, { ...details, externalId }, revision);
  if (changed === 'conflict') throw termExists();
  if (!changed) throw termChanged();
  return changed;
};

const MAX_TRIES = 5;

/** Retries after a concurrent change. */
const changeTerm = async (
  context: Managing,
  id: string,
  revision: { by: string; change: string },
  change: (term: TermDocument) => Partial<TermDocument> | undefined,
): Promise<TermDocument> => {
  for (let left = MAX_TRIES; left > 0; left -= 1) {
    const term = await findTerm(context, id);
    const fields = change(term);
    if (!fields) return term;
    const changed = await context.terms.change(term, fields, revision);
    if (changed && changed !== 'conflict') return changed;
  }
  throw temporarilyUnavailable();
};

export const setTermArchived = async (
  context: Updating,
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
  context: Updating,
  adminId: string,
  id: string,
  from: string,
): Promise<TermDocument> => {
  if (id === from) throw new DomainError('invalid', 'same_term', 'Choose two different terms.');
  await findTerm(context, from);
  await context.terms.requireOpen(id);
  const change = `courses copied from ${from}`;
  const changed = await changeTerm(context, id, { by: adminId, change }, ({ copying }) => {
    if (copying?.from === from) return undefined;
    if (copying)
      throw new DomainError(
        'conflict',
        'copying',
        'Courses of another term are still being copied into this one. Try again in a moment.',
      );
    return { copying: { from } };
  });
  context.termWorker.wake();
  return changed;
};

export const deleteTerm = async (context: Managing, adminId: string, id: string): Promise<void> => {
  await findTerm(context, id);
  if (await context.termCourses.isUsed({ termId: id }))
    throw new DomainError('conflict', 'term_not_empty', 'This term has courses. Archive it instead.');
  const revision = { by: adminId, change: 'deleted' };
  await changeTerm(context, id, revision, () => ({ deleted: true, retired: id, copying: undefined }));
};
