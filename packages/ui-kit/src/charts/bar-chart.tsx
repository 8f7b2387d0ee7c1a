import themes from 'antd/es/theme';
import { useTranslation } from 'react-i18next';
import { useIsDark } from '../appearance/appearance.ts';
import { ChartFrame } from './chart-frame.tsx';

const HEIGHT = 280;

interface Props {
  label: string;
  entries: { name: string; value: number | null }[];
}

export const BarChart = ({ label, entries }: Props) => {
  const { t } = useTranslation();
  const { token } = themes.useToken();
  const dark = useIsDark();
  const muted = { colors: token.colorTextSecondary };
  return (
    <ChartFrame
      type="bar"
      height={HEIGHT}
      label={label}
      rows={entries.map(({ name, value }) => ({
        name,
        value: value === null ? t('common:chart.noValue') : `${value} %`,
      }))}
      series={[{ name: label, data: entries.map(({ name, value }) => ({ x: name, y: value })) }]}
      options={{
        theme: { mode: dark ? 'dark' : 'light' },
        colors: [dark ? token.colorInfo : token.colorPrimary],
        plotOptions: { bar: { borderRadius: 4, columnWidth: '55%' } },
        dataLabels: { enabled: false },
        states: { active: { filter: { type: 'none' } } },
        grid: { borderColor: token.colorBorderSecondary },
        xaxis: {
          labels: { style: muted, hideOverlappingLabels: true, rotate: 0 },
          axisBorder: { show: false },
          axisTicks: { show: false },
          ...(entries.length > 7 ? { tickAmount: 6 } : {}),
        },
        yaxis: { min: 0, max: 100, tickAmount: 4, labels: { style: muted, formatter: (n) => `${n} %` } },
      }}
    />
  );
};
