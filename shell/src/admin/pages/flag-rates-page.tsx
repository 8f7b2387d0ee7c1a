import { FlagRatesTable, PageHeader } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useAllFlagRates } from '../api/get-flag-rates.ts';

/** Whether some phones or networks are flagged more often than others, in all courses together. */
export const FlagRatesPage = () => {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('flagRates.title')} help={t('flagRates.help')} />
      <FlagRatesTable namespace="admin" rates={useAllFlagRates()} />
    </>
  );
};
