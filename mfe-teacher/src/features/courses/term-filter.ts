import type { Course, Term } from '@qr-attendance/contracts';
import { isPastTerm } from '../../shared/terms.ts';

/** All courses except those of past terms. */
export const CURRENT_TERMS = '';
export const ALL_TERMS = 'all';

/** @param chosen a term's id, `CURRENT_TERMS` or `ALL_TERMS` */
export const filterByTerm = (courses: Course[], terms: Term[], chosen: string): Course[] => {
  if (chosen === ALL_TERMS) return courses;
  if (chosen !== CURRENT_TERMS) return courses.filter(({ termId }) => termId === chosen);
  const past = new Set(terms.filter(isPastTerm).map(({ _id }) => _id));
  return courses.filter(({ termId }) => termId === undefined || !past.has(termId));
};
