import { WifiOutlined } from '@ant-design/icons';
import { Button, Panel, RetryCountdown, useSecondsUntil, tokens } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import type { Trouble } from '../retry-policy.ts';
import type { Marking } from '../use-marking.ts';

export const DelayedCard = ({ marking, trouble }: { marking: Marking; trouble: Trouble }) => {
  const { t } = useTranslation('attendance');
  const { attempt, delivery } = marking.flow;
  const until = attempt.state === 'waiting' ? attempt.until : undefined;
  return (
    <Panel>
      <div style={{ display: 'grid', gap: tokens.marginSM, justifyItems: 'center', textAlign: 'center' }}>
        <WifiOutlined aria-hidden style={{ fontSize: 40, color: tokens.colorWarning }} />
        <h2 style={{ margin: 0, fontSize: 16, lineHeight: '28px', fontWeight: 600 }}>
          {delivery.mayHaveArrived ? t('delivery.notConfirmed') : t('delivery.notSent')}
        </h2>
        {trouble === 'busy' && until !== undefined ? (
          <p style={{ margin: 0 }}>
            <RetryCountdown retry={{ kind: trouble, until }} />
          </p>
        ) : (
          <>
            <p style={{ margin: 0 }}>{t(`delivery.trouble.${trouble}`)}</p>
            <p role="timer" style={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
              {until === undefined ? t('delivery.sending') : <Countdown until={until} />}
            </p>
          </>
        )}
        {/* A busy server sets the time of the next attempt. The button stays while sending, so that keyboard focus is not lost. */}
        {trouble !== 'busy' && (
          <Button type="primary" size="large" block loading={until === undefined} onClick={marking.tryNow}>
            {t('delivery.tryNow')}
          </Button>
        )}
        <p style={{ margin: 0, color: tokens.colorTextSecondary }}>
          {delivery.isStored ? t('delivery.kept') : t('delivery.notKept')}
        </p>
      </div>
    </Panel>
  );
};

const Countdown = ({ until }: { until: number }) => {
  const { t } = useTranslation('attendance');
  return t('delivery.waiting', { seconds: Math.max(1, useSecondsUntil(until)) });
};
