import {
  EmptyState,
  FilterBar,
  FilterChoice,
  PageHeader,
  PagesView,
  useChoices,
  useSearchText,
} from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '../../../shared/search-input.tsx';
import { labelOf } from '../../../shared/unit-tree.ts';
import { useUnits } from '../../../shared/units.ts';
import { useIsAdmin } from '../../../shared/viewer.ts';
import { CoursesTable } from '../components/courses-table.tsx';
import { type InputOf, routes } from '@qr-attendance/contracts';
import { useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { keepPreviousData } from '@tanstack/react-query';

const ROWS_PER_PAGE = 50;
const TERMS_SHOWN = 100;

type CourseFilters = Pick<
  InputOf<typeof routes.course.listUnitCourses, 'query'>,
  'search' | 'unitId' | 'termId'
>;

const useUnitCourses = (filters: CourseFilters) =>
  useApiPages(
    routes.course.listUnitCourses,
    { query: filters },
    { limit: ROWS_PER_PAGE, placeholderData: keepPreviousData },
  );

const useTermOptions = () => useApiQuery(routes.course.listTerms, { query: { limit: TERMS_SHOWN } });

export const CoursesPage = () => {
  const { t } = useTranslation('admin');
  const isAdmin = useIsAdmin();
  const { search, ...text } = useSearchText();
  const { read, choose } = useChoices();
  const { data: units = [] } = useUnits();
  const { data: terms = [] } = useTermOptions();
  const filters = { search, unitId: read('unit'), termId: read('term') };
  const courses = useUnitCourses(filters);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <PageHeader title={t('courses.title')} help={t(isAdmin ? 'courses.helpAll' : 'courses.help')} />
      <FilterBar>
        <SearchInput label={t('courses.search')} {...text} />
        <FilterChoice
          label={t('courses.unit')}
          value={filters.unitId}
          every={t('courses.everyUnit')}
          searchable
          options={units.map((unit) => ({ value: unit._id, label: labelOf(unit) }))}
          onChange={(value) => choose('unit', value)}
        />
        <FilterChoice
          label={t('courses.term')}
          value={filters.termId}
          every={t('courses.everyTerm')}
          searchable
          options={terms.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={(value) => choose('term', value)}
        />
      </FilterBar>
      <PagesView pages={courses} errorMessage={t('courses.failed')}>
        {(found) => (
          <CoursesTable
            courses={found}
            empty={<EmptyState message={t(isFiltered ? 'courses.noMatch' : 'courses.none')} />}
          />
        )}
      </PagesView>
    </>
  );
};
