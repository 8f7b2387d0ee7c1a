import { EmptyState, PageHeader } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { LinkButton } from './shared/link-button.tsx';

export const NotFoundPage = () => {
  const { t } = useTranslation('attendance');
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <EmptyState
        message={t('notFound.message')}
        action={<LinkButton to="/">{t('notFound.home')}</LinkButton>}
      />
    </>
  );
};
