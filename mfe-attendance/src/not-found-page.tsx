import { EmptyState, PageHeader } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

export const NotFoundPage = () => {
  const { t } = useTranslation('attendance');
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <EmptyState message={t('notFound.message')} action={<Link to="/">{t('notFound.home')}</Link>} />
    </>
  );
};
