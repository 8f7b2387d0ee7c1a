import {
  statedStudentFilterSchema,
  type Course,
  type StatedStudentFilter,
  type StudentRate,
} from '@qr-attendance/contracts';
import { Card, EmptyState, PagesView, useChoices, useSearchText } from '@qr-attendance/ui-kit';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { hasSource } from '../../../shared/api/stated-students.ts';
import { SectionFilter } from '../../../shared/section-filter.tsx';
import { useStudentRates } from '../students-api.ts';
import { may } from '../../../shared/may.ts';
import { AddStudents } from './add-students.tsx';
import { SendLinks } from './send-links.tsx';
import { StatedStudents } from './stated-students.tsx';
import { StudentRatesTable } from './student-rates-table.tsx';

const hasNoAccount = ({ student }: StudentRate): boolean => student.registered === false;

const ALL = '';

interface FilterProps {
  course: Course;
  value: StatedStudentFilter | undefined;
  onChange: (filter: string) => void;
}

/**
 * Compares the roster with the institution's records. Only staff who manage the roster see which students it
 * lacks.
 */
const StatedFilter = ({ course, value, onChange }: FilterProps) => {
  const { t } = useTranslation('teacher');
  const filters = statedStudentFilterSchema.options.filter(
    (filter) => filter === 'not_stated' || may(course, 'manageStudents'),
  );
  return (
    <Select
      aria-label={t('stated.filter')}
      className="search-field"
      value={value ?? ALL}
      onChange={onChange}
      options={[
        { value: ALL, label: t('stated.all') },
        ...filters.map((filter) => ({ value: filter, label: t(`stated.filters.${filter}`) })),
      ]}
    />
  );
};

export const CourseRoster = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const { typed, setTyped, search } = useSearchText();
  const { read, choose } = useChoices();
  const sectionId = read('section');
  const filter = hasSource(course) ? statedStudentFilterSchema.safeParse(read('students')).data : undefined;
  const rates = useStudentRates(course._id, search, sectionId);
  const canManage = may(course, 'manageStudents');
  return (
    <Card title={t('courseDetails.students')}>
      {canManage && !course.archived && (
        <div className="row below">
          <AddStudents course={course} sectionId={sectionId} />
          {(rates.data?.pages ?? []).some(({ items }) => items.some(hasNoAccount)) && (
            <SendLinks courseId={course._id} />
          )}
        </div>
      )}
      <div className="row below">
        {!filter && (
          <Input
            type="search"
            allowClear
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            placeholder={t('courseDetails.search')}
            aria-label={t('courseDetails.search')}
            className="search-field"
          />
        )}
        <SectionFilter
          course={course}
          className="search-field"
          value={sectionId}
          onChange={(chosen) => choose('section', chosen)}
        />
        {hasSource(course) && (
          <StatedFilter course={course} value={filter} onChange={(chosen) => choose('students', chosen)} />
        )}
      </div>
      {filter ? (
        <StatedStudents course={course} filter={filter} sectionId={sectionId} />
      ) : (
        <PagesView pages={rates} errorMessage={t('courseDetails.studentsFailed')} more={t('loadMore')}>
          {(rows) => (
            <StudentRatesTable
              course={course}
              rates={rows}
              empty={
                <EmptyState
                  message={t(search || sectionId ? 'courseDetails.noMatch' : 'courseDetails.noStudents')}
                />
              }
            />
          )}
        </PagesView>
      )}
    </Card>
  );
};
