import { isBurstCode } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { ApiError } from '@qr-attendance/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { saveScanQuery, scanQueries } from './scan-queries.ts';

const TICK_MS = 5_000;

const useMinutesUntil = (moment: string): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil((Date.parse(moment) - now) / 60_000);
};

const SavedScanExpiry = ({ until }: { until: string }) => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const count = useMinutesUntil(until);
  const key = pathname === '/register' ? 'scan.keptToRegister' : 'scan.kept';
  return count > 0 ? (
    <Notice type="success" title={t(key, { count })} />
  ) : (
    <Notice type="warning" title={t('scan.expired')} />
  );
};

export const ScanNote = ({ code }: { code: string }) => {
  const { t } = useTranslation('shell');
  return isBurstCode(code) ? <Notice type="info" title={t('scan.live')} /> : <SavedScanNote code={code} />;
};

/**
 * Shows nothing if the server was unreachable or refused for another reason, because the code may be valid
 * after the sign-in.
 */
const SavedScanNote = ({ code }: { code: string }) => {
  const { t } = useTranslation('shell');
  const { api } = useIdentityState();
  const { data, error, isPending } = useQuery(saveScanQuery(api, code), scanQueries);
  const isInvalid = error instanceof ApiError && error.code === 'invalid_code';
  return (
    <div role="status" className={data !== undefined || isPending || isInvalid ? 'below' : undefined}>
      {isPending && <Notice type="info" title={t('scan.keeping')} />}
      {data === null && <Notice type="info" title={t('scan.signInFirst')} />}
      {isInvalid && <Notice type="warning" title={t('scan.refused')} />}
      {data && <SavedScanExpiry until={data.expiresAt} />}
    </div>
  );
};
