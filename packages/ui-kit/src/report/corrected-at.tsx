import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

/** Shows below a status when a person last changed it. */
export const CorrectedAt = ({ moment }: { moment: string | undefined }) => {
  const { t } = useTranslation();
  if (moment === undefined) return null;
  return (
    <span className="block muted small">
      {t('common:report.correctedAt', { moment: formatDayTime(moment) })}
    </span>
  );
};
