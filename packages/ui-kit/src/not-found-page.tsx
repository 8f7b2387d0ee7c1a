import { useTranslation } from 'react-i18next';
import { LinkButton } from './button/button.tsx';
import { useDocumentTitle } from './use-document-title.ts';

export const NotFoundPage = () => {
  const { t } = useTranslation();
  useDocumentTitle(t('common:notFound.title'));
  return (
    <div style={{ textAlign: 'center', paddingBlock: 'clamp(32px, 12vh, 120px)' }}>
      <h1 style={{ fontSize: 26, lineHeight: 1.3, margin: '0 0 8px' }}>{t('common:notFound.title')}</h1>
      <p style={{ margin: '0 0 24px' }}>{t('common:notFound.message')}</p>
      <LinkButton type="primary" to="/">
        {t('common:home')}
      </LinkButton>
    </div>
  );
};
