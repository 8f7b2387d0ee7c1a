import { LoadingState, queryProblem } from '@qr-attendance/ui-kit';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { redeemScanQuery, scanQueries } from './scan-queries.ts';

interface Props {
  userId: string;
  code: string;
  children: ReactNode;
}

export const RedeemScan = ({ userId, code, children }: Props) => {
  const { t } = useTranslation('shell');
  const { api } = useIdentityState();
  const redeeming = useQuery(redeemScanQuery(api, userId, code), scanQueries);
  if (redeeming.isSuccess) return <>{children}</>;
  return (
    <QueryClientProvider client={scanQueries}>
      {queryProblem(redeeming, t('scan.redeemFailed'), t('scan.stillKept')) ?? <LoadingState rows={8} />}
    </QueryClientProvider>
  );
};
