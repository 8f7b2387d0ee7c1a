import type { Term, TermPhase } from '@qr-attendance/contracts';
import { type Caller, describeSource } from '@qr-attendance/server';
import type { TermDocument } from '../../db/campus-models.ts';
import type { TermCourses } from '../../core/courses/term-courses.ts';
import { type Terms, valuesOfTerm } from '../../core/terms/terms.ts';

const phaseOf = ({ firstDay, lastDay }: TermDocument, today: string): TermPhase => {
  if (today > lastDay) return 'PAST';
  return today < firstDay ? 'UPCOMING' : 'CURRENT';
};

export const describeTerms = async (
  { terms, termCourses }: { terms: Terms; termCourses: TermCourses },
  caller: Caller,
  documents: TermDocument[],
): Promise<Term[]> => {
  const today = terms.today();
  const [countsOf, statements] = await Promise.all([
    caller.userType === 'ADMIN'
      ? termCourses.countsOf(documents.map(({ _id }) => _id.toHexString()))
      : undefined,
    terms.statementsOf(documents),
  ]);
  return documents.map((term) => {
    const { _id, name, externalId, firstDay, lastDay, breaks, archived, copying, version } = term;
    const id = _id.toHexString();
    const counts = countsOf?.(id);
    const isUpdating = Boolean(copying ?? (archived ? counts?.active : counts?.archivedWithTerm));
    return {
      _id: id,
      name,
      externalId,
      firstDay,
      lastDay,
      breaks,
      archived,
      version,
      phase: phaseOf(term, today),
      source: describeSource(statements.get(id), { ...valuesOfTerm(term) }),
      ...(counts && {
        courseCount: counts.courses,
        ...(isUpdating && { updatingCourses: true }),
      }),
    };
  });
};
