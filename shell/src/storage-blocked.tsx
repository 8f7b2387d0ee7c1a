import { Button } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

/** In place of the app, which keeps its sign-in and this device's key in the browser. */
export const StorageBlocked = () => {
  const { t } = useTranslation('shell');
  return (
    <main className="storage-blocked">
      <h1>{t('storage.title')}</h1>
      <p>{t('storage.why')}</p>
      <p>{t('storage.how')}</p>
      <Button type="primary" size="large" onClick={() => window.location.reload()}>
        {t('common:reload')}
      </Button>
    </main>
  );
};
