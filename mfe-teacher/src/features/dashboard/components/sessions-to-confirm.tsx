import type { Session } from '@qr-attendance/contracts';
import { Card, CourseName } from '@qr-attendance/ui-kit';
import { formatDayTime, useBasePath } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ConfirmSessionButtons } from '../../../shared/confirm-session-buttons.tsx';
import { may } from '../../../shared/may.ts';
import { links } from '../../../shared/links.ts';
import { useUnconfirmedSessions } from '../api.ts';

const SHOWN = 5;

/** Sessions that do not count until their teacher confirms that they took place. */
export const SessionsToConfirm = () => {
  const { t } = useTranslation('teacher');
  const data = useUnconfirmedSessions().data?.filter((session) => may(session, 'manageSessions'));
  if (!data?.length) return null;
  return (
    <Card className="below" title={t('unconfirmed.question', { count: data.length })}>
      <p className="flush below-sm muted">{t('unconfirmed.explain')}</p>
      <ul className="list stack gap-sm">
        {data.slice(0, SHOWN).map((session) => (
          <SessionToConfirm key={session._id} session={session} />
        ))}
      </ul>
      {data.length > SHOWN && (
        <p className="flush above-sm muted">{t('unconfirmed.more', { count: data.length - SHOWN })}</p>
      )}
    </Card>
  );
};

const SessionToConfirm = ({ session }: { session: Session }) => {
  const to = links(useBasePath());
  return (
    <li className="row">
      <div className="grow">
        <CourseName course={session.course} /> ·{' '}
        <Link to={to.session(session._id)}>{formatDayTime(session.startTime)}</Link>
      </div>
      <ConfirmSessionButtons session={session} />
    </li>
  );
};
