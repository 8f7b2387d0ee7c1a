import { tokens } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

interface Props {
  seconds: number;
  total: number;
}

export const CodeCountdown = ({ seconds, total }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <div style={{ width: '100%', maxWidth: '19em' }}>
      <div role="timer" style={{ textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}>
        <span style={{ color: tokens.colorTextSecondary }}>{t('code.renewsIn')} </span>
        <strong>{t('code.secondsLeft', { seconds })}</strong>
      </div>
      <div
        aria-hidden
        style={{ height: 4, borderRadius: 2, marginBlockStart: 6, background: tokens.colorFillSecondary }}
      >
        <div
          style={{
            height: '100%',
            borderRadius: 2,
            width: `${(100 * seconds) / total}%`,
            background: tokens.colorPrimary,
          }}
        />
      </div>
    </div>
  );
};
