import { CalendarFeed, PageHeader, WeekOfClasses } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';

export const WeekPage = () => {
  const { t } = useTranslation('student');
  return (
    <>
      <PageHeader title={t('week.title')} help={t('week.help')} />
      <WeekOfClasses />
      <CalendarFeed />
    </>
  );
};
