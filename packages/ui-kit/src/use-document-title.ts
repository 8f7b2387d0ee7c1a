import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

export const useDocumentTitle = (title?: string): void => {
  const { t } = useTranslation();
  useEffect(() => {
    const product = t('common:product');
    document.title = title ? `${title} · ${product}` : product;
  }, [title, t]);
};
