import { routes, type Course, type Unit } from '@qr-attendance/contracts';
import { useDebounced } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openTerms, pastTerms, useTermLabel, useTerms } from './terms.ts';

const UNITS_SHOWN = 50;

type CoursePlacement = Pick<Course, 'termId' | 'termName' | 'unitId' | 'unitName'>;

const labelOf = ({ path, name }: Unit): string => [...path, name].join(' › ');

const TermField = ({ termId, termName }: CoursePlacement) => {
  const { t } = useTranslation('teacher');
  const termLabel = useTermLabel();
  const { data: terms = [] } = useTerms();
  const options = [...openTerms(terms), ...pastTerms(terms).filter(({ archived }) => !archived)].map(
    (term) => ({ value: term._id, label: termLabel(term) }),
  );
  // The course's term may be archived and missing from the options.
  if (termId && termName && !options.some(({ value }) => value === termId))
    options.push({ value: termId, label: termName });
  if (options.length === 0) return null;
  return (
    <Form.Item name="termId" label={t('terms.term')}>
      <Select options={[...options, { value: '', label: t('terms.noTerm') }]} />
    </Form.Item>
  );
};

const UnitField = ({ unitId, unitName }: CoursePlacement) => {
  const { t } = useTranslation('teacher');
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const { data: units = [] } = useApiQuery(
    routes.course.listUnits,
    { query: { limit: UNITS_SHOWN, search } },
    { placeholderData: keepPreviousData },
  );
  const options = units.map((unit) => ({ value: unit._id, label: labelOf(unit) }));
  if (unitId && unitName && search === '' && !options.some(({ value }) => value === unitId))
    options.unshift({ value: unitId, label: unitName });
  if (options.length === 0 && search === '') return null;
  return (
    <Form.Item name="unitId" label={t('terms.unit')}>
      <Select
        // The server searches, because an institution can have hundreds of units.
        showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
        options={search === '' ? [{ value: '', label: t('terms.noUnit') }, ...options] : options}
        notFoundContent={t('terms.noUnitFound')}
      />
    </Form.Item>
  );
};

/** Renders nothing if the institution has neither terms nor units. */
export const TermFields = ({ course = {} }: { course?: CoursePlacement | undefined }) => (
  <>
    <TermField {...course} />
    <UnitField {...course} />
  </>
);
