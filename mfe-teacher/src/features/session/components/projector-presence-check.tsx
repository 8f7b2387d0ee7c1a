import type { Session } from '@qr-attendance/contracts';
import { useSecondsUntil } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useShownPresenceCheck } from '../api/presence-check.ts';
import { useRenewOnPresenceCheck } from '../use-renew-on-presence-check.ts';

interface Props {
  session: Session;
  /** Renews the code. Missing for burst codes, which change anyway. */
  renew?: () => void;
}

export const ProjectorPresenceCheck = ({ session, renew }: Props) => {
  const { data, dataUpdatedAt } = useShownPresenceCheck(session, true);
  useRenewOnPresenceCheck(data, renew);
  return (
    // The element exists even while it is empty, because screen readers ignore live regions that appear
    // together with their text.
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
