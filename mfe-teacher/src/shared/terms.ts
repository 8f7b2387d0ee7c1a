import { PAGE_SIZE, routes, type Term } from '@qr-attendance/contracts';
import { useApiQuery } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

export const useTerms = () => useApiQuery(routes.course.listTerms, { query: { limit: PAGE_SIZE.max } });

export const isPastTerm = ({ archived, phase }: Term): boolean => archived === true || phase === 'PAST';

const byFirstDay = (one: Term, other: Term): number => (one.firstDay < other.firstDay ? -1 : 1);

/** Current terms, then upcoming ones, nearest first. */
export const openTerms = (terms: Term[]): Term[] => {
  const open = terms.filter((term) => !isPastTerm(term)).toSorted(byFirstDay);
  return [
    ...open.filter(({ phase }) => phase === 'CURRENT'),
    ...open.filter(({ phase }) => phase !== 'CURRENT'),
  ];
};

export const pastTerms = (terms: Term[]): Term[] => terms.filter(isPastTerm);

/** The terms into which a course can be copied, beginning with the next term after its own. */
export const copyTargets = (terms: Term[], termId: string | undefined): Term[] => {
  const own = terms.find(({ _id }) => _id === termId);
  const others = terms.filter(({ _id, archived }) => _id !== termId && !archived).toSorted(byFirstDay);
  if (!own) return openTerms(others);
  return [
    ...others.filter(({ firstDay }) => firstDay > own.firstDay),
    ...others.filter(({ firstDay }) => firstDay <= own.firstDay).toReversed(),
  ];
};

export const useTermLabel = () => {
  const { t } = useTranslation('teacher');
  return ({ name, phase, archived }: Term): string => {
    if (archived) return t('terms.archivedTerm', { name });
    if (phase === 'CURRENT') return t('terms.currentTerm', { name });
    return name;
  };
};
