import type { Session } from '@qr-attendance/contracts';
import { useSecondsUntil } from '@qr-attendance/ui-kit';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownPresenceCheck } from '../api.ts';

interface Props {
  session: Session;
  /** Called when the check starts, to renew the code: phones ignore a code they have already scanned. */
  onOpen?: () => void;
}

/** Asks the class to scan again during the check. */
export const ProjectorPresenceCheck = ({ session, onOpen }: Props) => {
  const { data, dataUpdatedAt } = useShownPresenceCheck(session, true);
  const openedAt = data?.state === 'open' ? data.openedAt : undefined;
  const open = useEffectEvent(() => onOpen?.());
  useEffect(() => {
    if (openedAt) open();
  }, [openedAt]);
  return (
    // Rendered while still empty, as live regions must be.
    <div role="alert" className="projector-look">
      {data?.state === 'open' && data.endsInMs !== undefined && (
        <CheckCountdown until={dataUpdatedAt + data.endsInMs} />
      )}
    </div>
  );
};

const CheckCountdown = ({ until }: { until: number }) => {
  const { t } = useTranslation('teacher');
  const seconds = useSecondsUntil(until);
  if (seconds <= 0) return null;
  return (
    <p>
      <strong>{t('presenceCheck.wall')}</strong>{' '}
      <span role="timer">{t('presenceCheck.wallLeft', { seconds })}</span>
    </p>
  );
};
