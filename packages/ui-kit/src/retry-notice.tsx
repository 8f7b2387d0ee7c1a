import type { Retry } from '@qr-attendance/web-kit';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './notice/notice.css';

const LOOK_EVERY_MS = 200;

/** Counts down to 0; `moment` is in epoch milliseconds. */
export const useSecondsUntil = (moment: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / 1_000));
};

/** Shows why a request waits and when it is retried. Hides the seconds from screen readers. */
export const RetryCountdown = ({ retry: { kind, until } }: { retry: Retry }) => {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(until);
  return (
    <span role="timer" className="numeric">
      {seconds > 0 ? t(`common:retrying.${kind}`, { seconds }) : t(`common:retrying.${kind}Now`)}
    </span>
  );
};

/** A notice without an icon, because Notice loads its icons on every page. */
export const LightNotice = ({ children }: { children: ReactNode }) => (
  <div className="ui-notice ui-notice-warning below">{children}</div>
);

export const RetryNotice = ({ retry }: { retry: Retry }) => (
  <div role="status">
    <LightNotice>
      <RetryCountdown retry={retry} />
    </LightNotice>
  </div>
);
