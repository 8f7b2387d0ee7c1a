import type { Course, Term } from '@qr-attendance/contracts';
import { FilterBar } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { openTerms, pastTerms, useTermLabel } from '../../../shared/terms.ts';
import { ALL_TERMS, CURRENT_TERMS } from '../term-filter.ts';

interface Props {
  terms: Term[];
  courses: Course[];
  chosen: string;
  onChange: (chosen: string) => void;
}

/** Shows only terms in which the teacher has courses; renders nothing if there are none. */
export const TermFilterBar = ({ terms, courses, chosen, onChange }: Props) => {
  const { t } = useTranslation('teacher');
  const termLabel = useTermLabel();
  const id = useId();
  const used = new Set(courses.map(({ termId }) => termId));
  const optionsOf = (some: Term[]) =>
    some.filter(({ _id }) => used.has(_id)).map((term) => ({ value: term._id, label: termLabel(term) }));
  const [open, past] = [optionsOf(openTerms(terms)), optionsOf(pastTerms(terms))];
  if (open.length + past.length === 0) return null;
  return (
    <FilterBar>
      <div>
        <label htmlFor={id}>{t('terms.term')}</label>
        <Select<string>
          id={id}
          className="full"
          value={chosen}
          onChange={onChange}
          options={[
            { value: CURRENT_TERMS, label: t('terms.currentCourses') },
            ...open,
            ...(past.length > 0 ? [{ label: t('terms.pastTerms'), options: past }] : []),
            { value: ALL_TERMS, label: t('terms.allTerms') },
          ]}
        />
      </div>
    </FilterBar>
  );
};
