import { routes } from '@qr-attendance/contracts';
import { FlagRatesTable, PageHeader } from '@qr-attendance/ui-kit';
import { useApiQuery } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';

export const FlagRatesPage = () => {
  const { t } = useTranslation('admin');
  const rates = useApiQuery(routes.attendance.getAllFlagRates);
  return (
    <>
      <PageHeader title={t('flagRates.title')} help={t('flagRates.help')} />
      <FlagRatesTable rates={rates} />
    </>
  );
};
