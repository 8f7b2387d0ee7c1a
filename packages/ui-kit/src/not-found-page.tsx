import { useTranslation } from 'react-i18next';
import { LinkButton } from './button/button.tsx';
import './states.css';
import { useDocumentTitle } from './use-document-title.ts';

export const NotFoundPage = () => {
  const { t } = useTranslation();
  useDocumentTitle(t('common:notFound.title'));
  return (
    <div className="ui-state">
      <h1 className="page-title below-xs">{t('common:notFound.title')}</h1>
      <p className="flush below-lg">{t('common:notFound.message')}</p>
      <LinkButton type="primary" to="/">
        {t('common:home')}
      </LinkButton>
    </div>
  );
};
