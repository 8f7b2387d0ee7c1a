import { isBurstCode } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIdentityState } from '../identity/identity-context.ts';
import { keepingQuery, scanQueries } from './scan-queries.ts';

const TICK_MS = 5_000;

const useMinutesUntil = (moment: string): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.ceil((Date.parse(moment) - now) / 60_000);
};

const Kept = ({ until }: { until: string }) => {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const count = useMinutesUntil(until);
  const kept = pathname === '/register' ? 'scan.keptToRegister' : 'scan.kept';
  return count > 0 ? (
    <Notice type="success" title={t(kept, { count })} />
  ) : (
    <Notice type="warning" title={t('scan.expired')} />
  );
};

/** Above the sign-in of someone who scanned first: what was scanned is not lost; one code of a live session is no scan. */
export const ScanNote = ({ code }: { code: string }) => {
  const { t } = useTranslation('shell');
  return isBurstCode(code) ? <Notice type="info" title={t('scan.live')} /> : <KeptScan code={code} />;
};

/** Silent where it could not be kept, but for a browser that cannot keep any scan. */
const KeptScan = ({ code }: { code: string }) => {
  const { t } = useTranslation('shell');
  const { api } = useIdentityState();
  const { data, isPending } = useQuery(keepingQuery(api, code), scanQueries);
  return (
    <div role="status" style={{ marginBlockEnd: data !== undefined || isPending ? 20 : 0 }}>
      {isPending && <Notice type="info" title={t('scan.keeping')} />}
      {data === null && <Notice type="info" title={t('scan.signInFirst')} />}
      {data && <Kept until={data.expiresAt} />}
    </div>
  );
};
