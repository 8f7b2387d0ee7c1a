import { Button, Notice, RetryCountdown, useSecondsUntil } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { QueueWait } from './use-queue.ts';

const QueuePosition = ({ position, until }: { position: number; until: number }) => {
  const { t } = useTranslation('shell');
  const seconds = useSecondsUntil(until);
  return (
    <span role="timer" className="numeric">
      {seconds > 0 ? t('queue.place', { position, seconds }) : t('queue.turn')}
    </span>
  );
};

export const QueueNotice = ({ wait, onLeave }: { wait: QueueWait | undefined; onLeave: () => void }) => {
  const { t } = useTranslation('shell');
  if (!wait) return null;
  const { position, until, isSlowed } = wait;
  return (
    <div className="below">
      <Notice
        type="info"
        role="status"
        title={
          position === undefined ? (
            <RetryCountdown retry={{ kind: 'busy', until }} />
          ) : (
            <QueuePosition position={position} until={until} />
          )
        }
        description={
          <>
            {isSlowed && <p className="flush below-xs">{t('queue.slowed')}</p>}
            <p className="flush below-xs">{t('queue.stay')}</p>
            <Button onClick={onLeave}>{t('queue.leave')}</Button>
          </>
        }
      />
    </div>
  );
};
