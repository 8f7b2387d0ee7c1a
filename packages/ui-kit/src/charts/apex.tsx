import type { ApexOptions } from 'apexcharts';
import { cspNonce } from '@qr-attendance/web-kit';
import ReactApexChart from 'react-apexcharts';
import { useMedia } from '../use-media.ts';

interface Props {
  type: 'bar' | 'donut' | 'line';
  height: number;
  series: ApexOptions['series'];
  options: ApexOptions;
}

/**
 * ApexCharts with the page's nonce, and without animation for people who prefer reduced motion. A separate
 * chunk: see `ChartFrame`.
 */
const Apex = ({ type, height, series, options }: Props) => {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const nonce = cspNonce();
  return (
    <ReactApexChart
      type={type}
      height={height}
      series={series ?? []}
      options={{
        ...options,
        chart: {
          ...options.chart,
          animations: { enabled: !still, speed: 180 },
          toolbar: { show: false },
          zoom: { enabled: false },
          background: 'transparent',
          fontFamily: 'inherit',
          ...(nonce ? { nonce } : {}),
        },
      }}
    />
  );
};

export default Apex;
