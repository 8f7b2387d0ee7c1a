import { PageHeader, ReportFilterBar, useReportFilters } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useMyCourses } from '../../../shared/api.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { ReportView } from '../components/report-view.tsx';

export const ReportsPage = () => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const { filters, change, query, isRangeReversed } = useReportFilters();
  const courses = useMyCourses();
  return (
    <>
      <PageHeader
        title={t('reports.title')}
        help={t('reports.help')}
        back={{ to: to.dashboard, label: t('back') }}
      />
      <ReportFilterBar filters={filters} change={change} courses={courses.data} />
      <ReportView query={query} isRangeReversed={isRangeReversed} />
    </>
  );
};
