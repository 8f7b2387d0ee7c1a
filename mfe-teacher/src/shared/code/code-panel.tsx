import { REFRESH_INTERVALS } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import Select from 'antd/es/select';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeCountdown } from './code-countdown.tsx';
import { CodePicture } from './code-picture.tsx';
import type { RefreshInterval } from './rotation.ts';
import { UnreachableByPhoneNotice } from './this-machine.tsx';
import { TypedCode } from './typed-code.tsx';
import type { RotatingCode } from './use-rotating-code.ts';

interface IntervalProps {
  value: number;
  onChange: (interval: RefreshInterval) => void;
}

const IntervalSelect = ({ value, onChange }: IntervalProps) => {
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

interface Props {
  code: RotatingCode;
  size: number;
}

export const CodePanel = ({ code, size }: Props) => {
  const { t } = useTranslation('teacher');
  if (code.stopped) return <Notice type="info" title={t('code.stopped')} />;
  return (
    <div className="code-panel">
      <UnreachableByPhoneNotice />
      <div className="qr-frame">
        <CodePicture code={code.qrCode} size={size} />
      </div>
      <TypedCode code={code.qrCode} />
      <CodeCountdown seconds={code.secondsLeft} total={code.refreshInterval} />
      <IntervalSelect value={code.refreshInterval} onChange={code.changeInterval} />
    </div>
  );
};
