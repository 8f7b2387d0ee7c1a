import { QuestionCircleFilled } from '@ant-design/icons';
import type { FreshCode, Session } from '@qr-attendance/contracts';
import { useWakeLock } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CodePanel } from '../../../shared/code/code-panel.tsx';
import { currentCodeOf } from '../../../shared/code/rotation.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { BurstCodePanel } from '../../../shared/burst-code/burst-code-panel.tsx';
import { useShownPresenceCheck } from '../api/presence-check.ts';
import { useNeedsHelp } from '../use-needs-help.ts';
import { useRenewOnPresenceCheck } from '../use-renew-on-presence-check.ts';
import { useSessionCode } from '../use-session-code.ts';
import { PresenceCheckCard } from './presence-check-card.tsx';
import { SessionSummary } from './session-summary.tsx';

const QR_SIZE = 200;

interface CodeProps {
  session: Session;
  code: FreshCode;
  receivedAt: number;
}

const SessionCode = ({ session, code: known, receivedAt }: CodeProps) => {
  const code = useSessionCode(session._id, known, receivedAt);
  // This query contains only a check that was started on this page; a projector view renews its code itself.
  const { data: check } = useShownPresenceCheck(session, false);
  useRenewOnPresenceCheck(check, code.renew);
  return <CodePanel code={code} size={QR_SIZE} />;
};

export const SessionSide = ({ session, receivedAt }: { session: Session; receivedAt: number }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const code = currentCodeOf(session);
  const count = useNeedsHelp(session).help.size;
  useWakeLock(code !== undefined);
  return (
    <div id="session-side" className="cockpit-side">
      {(code || count > 0) && (
        <section aria-label={t('session.qrTitle')}>
          {code &&
            (session.policy?.burstCodes ? (
              <BurstCodePanel sessionId={session._id} size={QR_SIZE} />
            ) : (
              <SessionCode session={session} code={code} receivedAt={receivedAt} />
            ))}
          {count > 0 && (
            <Link className="cockpit-help" to={to.needsHelp(session._id)} replace>
              <QuestionCircleFilled aria-hidden /> {t('roster.helpCount', { count })}
            </Link>
          )}
        </section>
      )}
      <PresenceCheckCard session={session} />
      <SessionSummary session={session} />
    </div>
  );
};
