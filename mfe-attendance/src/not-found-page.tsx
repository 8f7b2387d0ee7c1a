import { EmptyState, LinkButton, PageHeader } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

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
