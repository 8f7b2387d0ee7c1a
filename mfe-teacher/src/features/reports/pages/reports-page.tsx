import {
  Button,
  Card,
  FlagRatesTable,
  PageHeader,
  ReportFilterBar,
  useReportFilters,
} from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCourses, useCoursesWith } from '../../../shared/api/courses.ts';
import { may } from '../../../shared/may.ts';
import { SectionFilter } from '../../../shared/section-filter.tsx';
import { Report } from '../components/report.tsx';
import { useState } from 'react';
import { useFlagRates } from '../api.ts';

export const ReportsPage = () => {
  const { t } = useTranslation('teacher');
  const { query, isRangeReversed, ...filters } = useReportFilters();
  const own = useCourses();
  const courses = useCoursesWith(query.courseId);
  const chosen = courses.data?.find(({ _id }) => _id === query.courseId);
  return (
    <>
      <PageHeader title={t('reports.title')} help={t('reports.help')} />
      <ReportFilterBar {...filters} courses={courses.data ?? own.data} />
      {chosen && (
        <SectionFilter
          course={chosen}
          value={query.sectionId}
          onChange={(sectionId) => filters.change({ sectionId })}
        />
      )}
      <Report query={query} isRangeReversed={isRangeReversed} />
      {(query.courseId === undefined || (chosen && may(chosen, 'reviewMarks'))) && (
        <FlagRates courseId={query.courseId} />
      )}
    </>
  );
};

const FlagRates = ({ courseId }: { courseId: string | undefined }) => {
  const { t } = useTranslation('teacher');
  const [shown, setShown] = useState(false);
  return (
    <Card className="above-lg" title={t('flagRates.title')} help={t('flagRates.help')}>
      {shown ? (
        <LoadedFlagRates courseId={courseId} />
      ) : (
        <Button onClick={() => setShown(true)}>{t('flagRates.show')}</Button>
      )}
    </Card>
  );
};

const LoadedFlagRates = ({ courseId }: { courseId: string | undefined }) => (
  <FlagRatesTable rates={useFlagRates(courseId)} />
);
