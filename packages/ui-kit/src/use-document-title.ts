import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the page in the browser's tab, history and to screen readers; the product's own name after it. */
export const useDocumentTitle = (title?: string): void => {
  const { t } = useTranslation();
  useEffect(() => {
    const product = t('common:product');
    document.title = title ? `${title} · ${product}` : product;
  }, [title, t]);
};
