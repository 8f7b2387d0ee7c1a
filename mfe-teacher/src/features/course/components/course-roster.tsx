import type { Course, StudentRate } from '@qr-attendance/contracts';
import { Card, EmptyState, PagesView, useSearchText } from '@qr-attendance/ui-kit';
import Input from 'antd/es/input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionFilter } from '../../../shared/section-filter.tsx';
import { useStudentRates } from '../students-api.ts';
import { may } from '../../../shared/may.ts';
import { AddStudents } from './add-students.tsx';
import { SendLinks } from './send-links.tsx';
import { StudentRatesTable } from './student-rates-table.tsx';

const hasNoAccount = ({ student }: StudentRate): boolean => student.registered === false;

export const CourseRoster = ({ course }: { course: Course }) => {
  const { t } = useTranslation('teacher');
  const { typed, setTyped, search } = useSearchText();
  const [sectionId, setSectionId] = useState<string>();
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
        <SectionFilter course={course} className="search-field" value={sectionId} onChange={setSectionId} />
      </div>
      <PagesView pages={rates} errorMessage={t('courseDetails.studentsFailed')} more={t('loadMore')}>
        {(found) => (
          <StudentRatesTable
            course={course}
            rates={found}
            empty={
              <EmptyState
                message={t(search || sectionId ? 'courseDetails.noMatch' : 'courseDetails.noStudents')}
              />
            }
          />
        )}
      </PagesView>
    </Card>
  );
};
