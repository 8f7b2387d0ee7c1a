import { WifiOutlined } from '@ant-design/icons';
import { Button, Card, RetryCountdown, useSecondsUntil } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { RetryReason } from '../retry-policy.ts';
import type { MarkingState } from '../use-marking.ts';

export const DelayedCard = ({ marking, trouble }: { marking: MarkingState; trouble: RetryReason }) => {
  const { t } = useTranslation('attendance');
  const { attempt, delivery } = marking.flow;
  const until = attempt.state === 'waiting' ? attempt.until : undefined;
  return (
    <Card>
      <div className="stack gap-sm center">
        <WifiOutlined aria-hidden className="mark-icon warning-text" />
        <h2 className="title">
          {delivery.mayHaveArrived ? t('delivery.notConfirmed') : t('delivery.notSent')}
        </h2>
        {trouble === 'busy' && until !== undefined ? (
          <p className="flush">
            <RetryCountdown retry={{ kind: trouble, until }} />
          </p>
        ) : (
          <>
            <p className="flush">{t(`delivery.trouble.${trouble}`)}</p>
            <p role="timer" className="flush numeric">
              {until === undefined ? t('delivery.sending') : <Countdown until={until} />}
            </p>
          </>
        )}
        {/* A busy server determines the time of the next attempt. The button stays while sending, so that it keeps the keyboard focus. */}
        {trouble !== 'busy' && (
          <Button type="primary" size="large" block loading={until === undefined} onClick={marking.tryNow}>
            {t('delivery.tryNow')}
          </Button>
        )}
        <p className="flush muted">{delivery.isStored ? t('delivery.kept') : t('delivery.notKept')}</p>
      </div>
    </Card>
  );
};

const Countdown = ({ until }: { until: number }) => {
  const { t } = useTranslation('attendance');
  return t('delivery.waiting', { seconds: Math.max(1, useSecondsUntil(until)) });
};
