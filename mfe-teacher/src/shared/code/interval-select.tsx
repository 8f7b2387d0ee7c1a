import { REFRESH_INTERVALS } from '@qr-attendance/contracts';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefreshInterval } from './rotation.ts';

interface Props {
  value: number;
  onChange: (interval: RefreshInterval) => void;
}

export const IntervalSelect = ({ value, onChange }: Props) => {
  const { t } = useTranslation('teacher');
  const id = useId();
  const options = REFRESH_INTERVALS.map((seconds) => ({
    value: seconds,
    label: seconds < 120 ? t('code.seconds', { seconds }) : t('code.minutes', { minutes: seconds / 60 }),
  }));
  return (
    <div className="row center">
      <label htmlFor={id} className="muted">
        {t('code.interval')}
      </label>
      <Select
        id={id}
        value={REFRESH_INTERVALS.find((known) => known === value)}
        // A newer server may offer other values.
        placeholder={t('code.seconds', { seconds: value })}
        onChange={onChange}
        options={options}
        className="field-width"
      />
    </div>
  );
};
