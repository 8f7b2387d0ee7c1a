import themes from 'antd/es/theme';
import { useIsDark } from '../appearance/appearance.ts';
import { useIsPhone } from '../use-media.ts';
import { ChartFrame } from './chart-frame.tsx';

const HEIGHT = 260;

interface Props {
  label: string;
  entries: { name: string; value: number }[];
  threshold: number;
}

export const LineChart = ({ label, entries, threshold }: Props) => {
  const { token } = themes.useToken();
  const dark = useIsDark();
  const ticks = useIsPhone() ? 2 : 6;
  const muted = { colors: token.colorTextSecondary };
  const percent = (value: number) => `${value} %`;
  return (
    <ChartFrame
      type="line"
      height={HEIGHT}
      label={label}
      rows={entries.map(({ name, value }) => ({ name, value: percent(value) }))}
      // Plotted by index, because a day may have two sessions.
      series={[{ name: label, data: entries.map(({ value }) => value) }]}
      options={{
        theme: { mode: dark ? 'dark' : 'light' },
        colors: [dark ? token.colorInfo : token.colorPrimary],
        stroke: { width: 2, curve: 'straight' },
        markers: { size: entries.length > 30 ? 0 : 4, strokeWidth: 0 },
        dataLabels: { enabled: false },
        grid: { borderColor: token.colorBorderSecondary },
        annotations: {
          yaxis: [{ y: threshold, borderColor: token.colorWarning, strokeDashArray: 4, borderWidth: 2 }],
        },
        xaxis: {
          categories: entries.map(({ name }) => name),
          labels: { style: muted, hideOverlappingLabels: true, rotate: 0 },
          axisBorder: { show: false },
          axisTicks: { show: false },
          ...(entries.length > ticks ? { tickAmount: ticks } : {}),
          tooltip: { enabled: false },
        },
        yaxis: { min: 0, max: 100, tickAmount: 4, labels: { style: muted, formatter: percent } },
      }}
    />
  );
};
