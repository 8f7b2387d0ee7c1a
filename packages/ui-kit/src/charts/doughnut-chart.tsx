import themes from 'antd/es/theme';
import { useIsDark } from '../appearance/appearance.ts';
import { ChartFrame } from './chart-frame.tsx';

const HEIGHT = 260;

export interface Slice {
  name: string;
  value: number;
  tone: 'success' | 'danger';
}

/** Parts of a whole. Specification, section 2. */
export const DoughnutChart = ({ label, slices }: { label: string; slices: Slice[] }) => {
  const { token } = themes.useToken();
  const dark = useIsDark();
  const colors = { success: token.colorSuccess, danger: token.colorError };
  return (
    <ChartFrame
      type="donut"
      height={HEIGHT}
      label={label}
      rows={slices.map(({ name, value }) => ({ name, value: String(value) }))}
      series={slices.map(({ value }) => value)}
      options={{
        theme: { mode: dark ? 'dark' : 'light' },
        labels: slices.map(({ name }) => name),
        colors: slices.map(({ tone }) => colors[tone]),
        stroke: { colors: [token.colorBgContainer] },
        dataLabels: { enabled: false },
        legend: { position: 'bottom', labels: { colors: token.colorText }, fontSize: '14px' },
        plotOptions: { pie: { donut: { size: '68%' } } },
      }}
    />
  );
};
