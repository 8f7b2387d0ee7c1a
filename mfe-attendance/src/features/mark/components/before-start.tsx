import { Notice } from '@qr-attendance/ui-kit';
import { classStart, formatDayTime, useWakeLock, type ReceivedScan } from '@qr-attendance/web-kit';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NotCounted } from './not-counted.tsx';
import { SessionCard } from './session-card.tsx';

/** Server clocks differ slightly, so the page waits a moment longer than the server's clock says. */
const MARGIN_MS = 500;
const MAX_TIMER_MS = 60_000;

interface Props {
  scan: ReceivedScan;
  children: ReactNode;
}

export const BeforeStart = ({ scan, children }: Props) => {
  const { t } = useTranslation('attendance');
  const start = classStart(scan) + MARGIN_MS;
  const [now, setNow] = useState(Date.now);
  const isWaiting = start > now;
  useWakeLock(isWaiting);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(MAX_TIMER_MS, start - Date.now()));
    return () => clearTimeout(timer);
  }, [isWaiting, start, now]);
  if (!isWaiting) return children;
  return (
    <>
      <SessionCard scan={scan} />
      <NotCounted scan={scan} />
      <Notice
        type="info"
        role="status"
        title={t('wait.title', { at: formatDayTime(scan.startTime) })}
        description={t('wait.explain')}
      />
    </>
  );
};
