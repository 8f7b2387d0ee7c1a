import type { Session } from '@qr-attendance/contracts';
import { useSecondsUntil } from '@qr-attendance/ui-kit';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownPresenceCheck } from '../api.ts';

interface Props {
  session: Session;
  /** The class is asked from now on. A phone that has scanned the code on the wall would not scan the same once more. */
  onOpen?: () => void;
}

/** Asks the class to scan once more, while that lasts. */
export const ProjectorPresenceCheck = ({ session, onOpen }: Props) => {
  const { data, dataUpdatedAt } = useShownPresenceCheck(session, true);
  const openedAt = data?.state === 'open' ? data.openedAt : undefined;
  const open = useEffectEvent(() => onOpen?.());
  useEffect(() => {
    if (openedAt) open();
  }, [openedAt]);
  return (
    // There before it has something to say, as live regions are.
    <div role="alert" className="projector-look">
      {data?.state === 'open' && data.endsInMs !== undefined && (
        <Asked until={dataUpdatedAt + data.endsInMs} />
      )}
    </div>
  );
};

/** `until`: in ms by this computer's clock. */
const Asked = ({ until }: { until: number }) => {
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
