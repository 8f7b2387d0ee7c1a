import { PageHeader, ReportFilterBar, useReportFilters } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useCourses } from '../../../shared/api/courses.ts';
import { FlagRates } from '../components/flag-rates.tsx';
import { Report } from '../components/report.tsx';

export const ReportsPage = () => {
  const { t } = useTranslation('teacher');
  const { query, isRangeReversed, ...filters } = useReportFilters();
  const courses = useCourses();
  return (
    <>
      <PageHeader title={t('reports.title')} help={t('reports.help')} />
      <ReportFilterBar {...filters} courses={courses.data} />
      <Report query={query} isRangeReversed={isRangeReversed} />
      <FlagRates courseId={query.courseId} />
    </>
  );
};
