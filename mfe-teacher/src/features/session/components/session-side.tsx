import { QuestionCircleFilled } from '@ant-design/icons';
import type { Session } from '@qr-attendance/contracts';
import { useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codeOf } from '../../../shared/code/rotation.ts';
import { links } from '../../../shared/links.ts';
import { BurstCodePanel } from '../../../shared/burst-code/burst-code-panel.tsx';
import { useNeedsHelp } from '../use-needs-help.ts';
import { PresenceCheckCard } from './presence-check-card.tsx';
import { QR_SIZE, SessionCode } from './session-code.tsx';
import { SessionSummary } from './session-summary.tsx';

/** Beside the roster: the code, who needs help, and what the session is. `receivedAt`: when it was read, in ms. */
export const SessionSide = ({ session, receivedAt }: { session: Session; receivedAt: number }) => {
  const { t } = useTranslation('teacher');
  const to = links(useBasePath());
  const code = codeOf(session);
  const count = useNeedsHelp(session).help.size;
  return (
    <div id="session-side" className="cockpit-side">
      {(code || count > 0) && (
        <section aria-label={t('session.qrTitle')}>
          {code &&
            (session.policy?.burstCodes ? (
              <BurstCodePanel sessionId={session._id} size={QR_SIZE} />
            ) : (
              <SessionCode sessionId={session._id} code={code} receivedAt={receivedAt} />
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
