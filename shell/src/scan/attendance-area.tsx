import { isBurstCode } from '@qr-attendance/contracts';
import { LoadingState } from '@qr-attendance/ui-kit';
import { retryableLazy } from '@qr-attendance/web-kit';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useIdentityState } from '../identity/identity-context.ts';
import { Area, usePreloadedArea } from '../remotes/area.tsx';
import { codeOfPath } from '@qr-attendance/web-kit/code-of-path';
import { savedScan } from './saved-scan.ts';

// Only visitors who scan before they sign in load this module.
const loadQueries = () => import(/* webpackChunkName: "scan" */ './scan-queries.ts');
const RedeemScan = retryableLazy(
  async () => (await import('./redeem-scan.tsx')).RedeemScan,
  <LoadingState rows={8} />,
);

const AfterSignIn = ({ userId, code, children }: { userId: string; code: string; children: ReactNode }) => {
  // The state is read once, because the scan is deleted while this page waits.
  const [waited] = useState(() => savedScan.findIncludingExpired(code) !== undefined);
  usePreloadedArea('attendance');
  if (!waited) return <>{children}</>;
  return (
    <RedeemScan userId={userId} code={code}>
      {children}
    </RedeemScan>
  );
};

/** The marking page. Redeems a signed-out visitor's code before the sign-in, during which it would expire. */
export const AttendanceArea = () => {
  const { state, api } = useIdentityState();
  const code = codeOfPath(useLocation().pathname);
  const anonymous = state.status === 'anonymous';
  useEffect(() => {
    // After a failure, the code may still be valid after the sign-in. A single burst code cannot be redeemed.
    if (anonymous && code && !isBurstCode(code))
      loadQueries()
        .then(({ startSavingScan }) => startSavingScan(api, code))
        .catch(() => undefined);
  }, [anonymous, code, api]);
  if (state.status !== 'signed-in' || !code) return <Area name="attendance" />;
  const userId = state.user._id;
  return (
    <AfterSignIn key={`${userId} ${code}`} userId={userId} code={code}>
      <Area name="attendance" />
    </AfterSignIn>
  );
};
