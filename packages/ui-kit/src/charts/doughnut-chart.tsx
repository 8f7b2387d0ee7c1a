import { currentLanguage } from '@qr-attendance/web-kit';
import themes from 'antd/es/theme';
import { useIsDark } from '../appearance/appearance.ts';
import { ChartFrame } from './chart-frame.tsx';
import './doughnut-chart.css';

const HEIGHT = 220;

export interface Slice {
  name: string;
  value: number;
  tone: 'success' | 'danger';
}

/** Formats shares such as `7 (70%)` in the current language. */
const sharesOf = (slices: Slice[]): string[] => {
  const language = currentLanguage();
  const whole = slices.reduce((sum, { value }) => sum + value, 0);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const count = new Intl.NumberFormat(language);
  return slices.map(({ value }) => `${count.format(value)} (${percent.format(whole ? value / whole : 0)})`);
};

export const DoughnutChart = ({ label, slices }: { label: string; slices: Slice[] }) => {
  const { token } = themes.useToken();
  const dark = useIsDark();
  const colors = { success: token.colorSuccess, danger: token.colorError };
  const shares = sharesOf(slices);
  return (
    <>
      <ChartFrame
        type="donut"
        height={HEIGHT}
        label={label}
        rows={slices.map(({ name }, index) => ({ name, value: shares[index] ?? '' }))}
        series={slices.map(({ value }) => value)}
        options={{
          theme: { mode: dark ? 'dark' : 'light' },
          labels: slices.map(({ name }) => name),
          colors: slices.map(({ tone }) => colors[tone]),
          stroke: { colors: [token.colorBgContainer] },
          dataLabels: { enabled: false },
          legend: { show: false },
          plotOptions: { pie: { donut: { size: '68%' } } },
        }}
      />

      <ul className="doughnut-legend" aria-hidden>
        {slices.map(({ name, tone }, index) => (
          <li key={name}>
            <span className={`doughnut-legend-color doughnut-legend-${tone}`} />
            {name} <strong>{shares[index]}</strong>
          </li>
        ))}
      </ul>
    </>
  );
};
