import type { Session } from '@qr-attendance/contracts';
import { Card, CourseName, LinkButton } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RegisterAnswers } from '../../../shared/register-answers.tsx';
import { may } from '../../../shared/may.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { useUnconfirmedSessions } from '../api.ts';

const SHOWN = 5;

export const SessionsToConfirm = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const data = useUnconfirmedSessions().data?.filter((session) => may(session, 'manageSessions'));
  if (!data?.length) return null;
  return (
    <Card
      className="below"
      title={t('unconfirmed.question', { count: data.length })}
      aside={<LinkButton to={to.notTaken}>{t('unconfirmed.all')}</LinkButton>}
    >
      <p className="flush below-sm muted">{t('unconfirmed.explain')}</p>
      <ul className="list stack gap-sm">
        {data.slice(0, SHOWN).map((session) => (
          <SessionToConfirm key={session._id} session={session} />
        ))}
      </ul>
    </Card>
  );
};

const SessionToConfirm = ({ session }: { session: Session }) => {
  const to = useLinks();
  return (
    <li className="row">
      <div className="grow">
        <CourseName course={session.course} /> ·{' '}
        <Link to={to.session(session._id)}>{formatDayTime(session.startTime)}</Link>
      </div>
      <RegisterAnswers session={session} />
    </li>
  );
};
