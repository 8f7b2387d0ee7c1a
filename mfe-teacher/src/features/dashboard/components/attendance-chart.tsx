import { BarChart, QueryView, tokens } from '@qr-attendance/ui-kit';
import Card from 'antd/es/card';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useAttendanceAnalytics } from '../api.ts';
import { periods, readPeriod, toBars, type Period } from '../period.ts';

/** The height of the chart and the line below it, so that the layout does not shift. */
const HEIGHT = 304;

export const AttendanceChart = () => {
  const { t } = useTranslation('teacher');
  const [search, setSearch] = useSearchParams();
  const period = readPeriod(search);
  const analytics = useAttendanceAnalytics(period);
  return (
    <Card
      style={{ height: '100%' }}
      styles={{ header: { paddingBlock: tokens.paddingXS }, title: { whiteSpace: 'normal' } }}
      title={
        <div
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: `${tokens.marginXS}px ${tokens.margin}px`,
          }}
        >
          <h2 style={{ margin: 0, font: 'inherit' }}>{t('dashboard.chart')}</h2>
          <Select<Period>
            aria-label={t('dashboard.period')}
            value={period}
            onChange={(chosen) => setSearch({ period: chosen }, { replace: true })}
            options={periods.map((value) => ({ value, label: t(`dashboard.${value}`) }))}
            style={{ width: 152, fontWeight: 'normal' }}
          />
        </div>
      }
    >
      <div style={{ minHeight: HEIGHT }} aria-busy={analytics.isFetching}>
        <QueryView
          query={analytics}
          errorMessage={t('specified:dashboardFailed')}
          loading={<Skeleton.Node active style={{ width: '100%', height: HEIGHT }} />}
        >
          {(entries) => (
            <>
              <BarChart label={t('dashboard.chart')} entries={toBars(entries)} />
              {entries.every(({ attendance }) => attendance === null) && (
                <p style={{ margin: 0, textAlign: 'center', color: tokens.colorTextSecondary }}>
                  {t('dashboard.chartEmpty')}
                </p>
              )}
            </>
          )}
        </QueryView>
      </div>
    </Card>
  );
};
