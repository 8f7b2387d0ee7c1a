import themes from 'antd/es/theme';
import type { ApexOptions } from 'apexcharts';
import { useTranslation } from 'react-i18next';
import { useIsDark } from '../appearance/appearance.ts';
import { useIsPhone } from '../use-media.ts';
import { ChartFrame } from './chart-frame.tsx';

const percent = (value: number): string => `${value} %`;

const usePercentOptions = (tickAmount: number | undefined) => {
  const { token } = themes.useToken();
  const dark = useIsDark();
  const muted = { colors: token.colorTextSecondary };
  const options = {
    theme: { mode: dark ? 'dark' : 'light' },
    colors: [dark ? token.colorInfo : token.colorPrimary],
    dataLabels: { enabled: false },
    grid: { borderColor: token.colorBorderSecondary },
    xaxis: {
      labels: { style: muted, hideOverlappingLabels: true, rotate: 0 },
      axisBorder: { show: false },
      axisTicks: { show: false },
      ...(tickAmount === undefined ? {} : { tickAmount }),
    },
    yaxis: { min: 0, max: 100, tickAmount: 4, labels: { style: muted, formatter: percent } },
  } satisfies ApexOptions;
  return { options, token };
};

interface BarProps {
  label: string;
  entries: { name: string; value: number | null }[];
}

export const BarChart = ({ label, entries }: BarProps) => {
  const { t } = useTranslation();
  const { options } = usePercentOptions(entries.length > 7 ? 6 : undefined);
  return (
    <ChartFrame
      type="bar"
      height={280}
      label={label}
      rows={entries.map(({ name, value }) => ({
        name,
        value: value === null ? t('common:chart.noValue') : percent(value),
      }))}
      series={[{ name: label, data: entries.map(({ name, value }) => ({ x: name, y: value })) }]}
      options={{
        ...options,
        plotOptions: { bar: { borderRadius: 4, columnWidth: '55%' } },
        states: { active: { filter: { type: 'none' } } },
      }}
    />
  );
};

interface LineProps {
  label: string;
  entries: { name: string; value: number }[];
  threshold: number;
}

export const LineChart = ({ label, entries, threshold }: LineProps) => {
  const ticks = useIsPhone() ? 2 : 6;
  const { options, token } = usePercentOptions(entries.length > ticks ? ticks : undefined);
  return (
    <ChartFrame
      type="line"
      height={260}
      label={label}
      rows={entries.map(({ name, value }) => ({ name, value: percent(value) }))}
      // The x axis is the index, because a day may have two sessions.
      series={[{ name: label, data: entries.map(({ value }) => value) }]}
      options={{
        ...options,
        stroke: { width: 2, curve: 'straight' },
        markers: { size: entries.length > 30 ? 0 : 4, strokeWidth: 0 },
        annotations: {
          yaxis: [{ y: threshold, borderColor: token.colorWarning, strokeDashArray: 4, borderWidth: 2 }],
        },
        xaxis: { ...options.xaxis, categories: entries.map(({ name }) => name), tooltip: { enabled: false } },
      }}
    />
  );
};
