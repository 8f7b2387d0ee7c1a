import { routes } from '@qr-attendance/contracts';
import { FlagRatesTable, PageHeader } from '@qr-attendance/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../../identity/identity-context.ts';

export const FlagRatesPage = () => {
  const { t } = useTranslation('admin');
  const { api } = useIdentityState();
  const rates = useQuery({
    queryKey: ['admin', 'flag-rates'],
    queryFn: ({ signal }) => api.call(routes.attendance.getAllFlagRates, { signal }),
  });
  return (
    <>
      <PageHeader title={t('flagRates.title')} help={t('flagRates.help')} />
      <FlagRatesTable namespace="admin" rates={rates} />
    </>
  );
};
