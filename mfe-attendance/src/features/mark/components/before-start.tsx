import type { VerifiedScan } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionCard } from './session-card.tsx';

/** Server clocks differ slightly, so the page waits a moment longer than the server's count. */
const MARGIN_MS = 500;
const MAX_TIMER_MS = 60_000;

interface Props {
  scan: VerifiedScan;
  receivedAt: number;
  children: ReactNode;
}

/** The server's own count, if this scan was just read, does not depend on the device's clock. */
const startsAt = ({ startTime, startsInMs }: VerifiedScan, receivedAt: number): number =>
  startsInMs === undefined ? Date.parse(startTime) : receivedAt + startsInMs + MARGIN_MS;

export const BeforeStart = ({ scan, receivedAt, children }: Props) => {
  const { t } = useTranslation('attendance');
  const start = startsAt(scan, receivedAt);
  const [now, setNow] = useState(Date.now);
  const isWaiting = start > now;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(MAX_TIMER_MS, start - Date.now()));
    return () => clearTimeout(timer);
  }, [isWaiting, start, now]);
  if (!isWaiting) return children;
  return (
    <>
      <SessionCard scan={scan} />
      <Notice
        type="info"
        role="status"
        title={t('wait.title', { at: formatDayTime(scan.startTime) })}
        description={t('wait.explain')}
      />
    </>
  );
};
