import { LoadingState, queryProblem } from '@qr-attendance/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentityState } from '../identity/identity-context.ts';
import { redeemingQuery, scanQueries } from './scan-queries.ts';

interface Props {
  userId: string;
  code: string;
  children: ReactNode;
}

/** Holds the marking page back until what was scanned before the sign-in is a ticket. */
export const RedeemScan = ({ userId, code, children }: Props) => {
  const { t } = useTranslation('shell');
  const { api } = useIdentityState();
  const redeeming = useQuery(redeemingQuery(api, userId, code), scanQueries);
  if (redeeming.isSuccess) return <>{children}</>;
  return (
    <>{queryProblem(redeeming, t('scan.redeemFailed'), t('scan.stillKept')) ?? <LoadingState rows={8} />}</>
  );
};
