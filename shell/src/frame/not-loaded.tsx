import { ErrorState } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const NotLoaded = () => {
  const { t } = useTranslation('shell');
  return <ErrorState message={t('page.failed')} onRetry={() => window.location.reload()} />;
};
