import { BarChart, Card, QueryView } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAttendanceAnalytics } from '../api.ts';
import { periods, readPeriod, toBars, type Period } from '../period.ts';

export const AttendanceChart = () => {
  const { t } = useTranslation('teacher');
  const [search, setSearch] = useSearchParams();
  const period = readPeriod(search);
  const analytics = useAttendanceAnalytics(period);
  return (
    <Card
      title={t('dashboard.chart')}
      aside={
        <Select<Period>
          className="field-width"
          aria-label={t('dashboard.period')}
          value={period}
          onChange={(chosen) => setSearch({ period: chosen }, { replace: true })}
          options={periods.map((value) => ({ value, label: t(`dashboard.${value}`) }))}
        />
      }
    >
      <div className="dashboard-chart" aria-busy={analytics.isFetching}>
        <QueryView query={analytics} errorMessage={t('specified:dashboardFailed')}>
          {(entries) => (
            <>
              <BarChart label={t('dashboard.chart')} entries={toBars(entries)} />
              {entries.every(({ attendance }) => attendance === null) && (
                <p className="flush center muted">{t('dashboard.chartEmpty')}</p>
              )}
            </>
          )}
        </QueryView>
      </div>
    </Card>
  );
};
