import { PageHeader, ReportFilterBar, useReportFilters } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import { may } from '../../../shared/may.ts';
import { FlagRates } from '../components/flag-rates.tsx';
import { Report } from '../components/report.tsx';

export const ReportsPage = () => {
  const { t } = useTranslation('teacher');
  const { query, isRangeReversed, ...filters } = useReportFilters();
  const courses = useCourses();
  const chosen = courses.data?.find(({ _id }) => _id === query.courseId);
  return (
    <>
      <PageHeader title={t('reports.title')} help={t('reports.help')} />
      <ReportFilterBar {...filters} courses={courses.data} />
      <Report query={query} isRangeReversed={isRangeReversed} />
      {(!chosen || may(chosen, 'reviewMarks')) && <FlagRates courseId={query.courseId} />}
    </>
  );
};
