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

/** Uses the page's nonce, and disables animations if the user prefers reduced motion. */
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

// React.lazy requires a default export.
export default Apex;
