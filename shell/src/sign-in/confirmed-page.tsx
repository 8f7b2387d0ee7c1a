import { useDocumentTitle } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

/**
 * The page in the tab that an identity provider redirects to after a proof. The frame shows the result and stores the
 * token, for which the page in the other tab waits.
 */
export const ConfirmedPage = () => {
  const { t } = useTranslation('providers');
  useDocumentTitle(t('confirmed.title'));
  return (
    <section className="form-card">
      <h1>{t('confirmed.title')}</h1>
      <p>{t('confirmed.text')}</p>
    </section>
  );
};
