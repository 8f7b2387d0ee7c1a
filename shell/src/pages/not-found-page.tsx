import { LinkButton, useDocumentTitle } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const NotFoundPage = () => {
  const { t } = useTranslation('shell');
  useDocumentTitle(t('notFound.title'));
  return (
    <div style={{ textAlign: 'center', paddingBlock: 'clamp(32px, 12vh, 120px)' }}>
      <h1 style={{ fontSize: 32, lineHeight: 1.3, margin: '0 0 8px' }}>{t('notFound.title')}</h1>
      <p style={{ margin: '0 0 24px' }}>{t('notFound.text')}</p>
      <LinkButton type="primary" to="/">
        {t('common:home')}
      </LinkButton>
    </div>
  );
};
