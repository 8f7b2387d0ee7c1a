import type { VerifiedScan } from '@qr-attendance/contracts';
import { Notice } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionCard } from './session-card.tsx';

/** The clocks of two servers are not quite the same: nobody is to be refused for coming a moment early. */
const MARGIN_MS = 500;
/** A browser counts no longer than that at once. */
const LONGEST_MS = 60_000;

interface Props {
  scan: VerifiedScan;
  /** When it was read, in ms by this device's clock. */
  receivedAt: number;
  children: ReactNode;
}

/** When the class starts, by this device's clock: the server's own count where it was read just now. */
const startsAt = ({ startTime, startsInMs }: VerifiedScan, receivedAt: number): number =>
  startsInMs === undefined ? Date.parse(startTime) : receivedAt + startsInMs + MARGIN_MS;

/** Shows its children once the class has started: who scans before waits here, and goes on without a press. */
export const BeforeStart = ({ scan, receivedAt, children }: Props) => {
  const { t } = useTranslation('attendance');
  const start = startsAt(scan, receivedAt);
  const [now, setNow] = useState(Date.now);
  const waits = start > now;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(LONGEST_MS, start - Date.now()));
    return () => clearTimeout(timer);
  }, [waits, start, now]);
  if (!waits) return children;
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
