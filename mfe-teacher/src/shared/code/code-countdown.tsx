import { useTranslation } from 'react-i18next';

interface Props {
  seconds: number;
  total: number;
}

export const CodeCountdown = ({ seconds, total }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <div className="code-countdown">
      <div role="timer" className="center numeric">
        <span className="muted">{t('code.renewsIn')} </span>
        <strong>{t('code.secondsLeft', { seconds })}</strong>
      </div>
      <div aria-hidden className="code-countdown-bar">
        <div style={{ width: `${(100 * seconds) / total}%` }} />
      </div>
    </div>
  );
};
