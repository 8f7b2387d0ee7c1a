import { retryableLazy } from '@qr-attendance/web-kit';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingState } from '../states.tsx';
import './chart-frame.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

const Apex = retryableLazy(async () => (await import('./apex.tsx')).default, <LoadingState />);

interface Props extends ComponentProps<typeof Apex> {
  label: string;
  /** The chart's values as text for screen readers. */
  rows: { name: string; value: string }[];
}

/** Screen readers get a table. Reserves the chart's height while its code loads. */
export const ChartFrame = ({ label, rows, ...chart }: Props) => {
  const { t } = useTranslation();
  return (
    <figure aria-label={label} className="chart-frame" style={{ minHeight: chart.height }}>
      <div aria-hidden>
        <Apex {...chart} />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('common:chart.label')}</th>
              <th scope="col">{t('common:chart.value')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, value }, index) => (
              <tr key={`${index} ${name}`}>
                <th scope="row">{name}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
};
