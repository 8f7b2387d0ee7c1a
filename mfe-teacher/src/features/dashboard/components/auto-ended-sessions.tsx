import type { Session } from '@qr-attendance/contracts';
import { Card, LinkButton } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useRecentSessions } from '../../../shared/api/sessions.ts';
import { useLinks } from '../../../shared/use-links.ts';

const DAY_MS = 24 * 60 * 60_000;

const isOfLastDay = ({ endTime }: Session, now = Date.now()): boolean =>
  endTime !== undefined && Date.parse(endTime) > now - DAY_MS;

/** Sessions of the last day that ended automatically, except those that need a confirmation. */
export const AutoEndedSessions = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { data = [] } = useRecentSessions();
  const ended = data.filter(
    (session) =>
      session.endedUnattended && !session.unconfirmed && session.state === 'ended' && isOfLastDay(session),
  );
  return ended.map((session) => (
    <Card className="row between below" key={session._id}>
      <div className="grow">
        {t('unconfirmed.endedOf', {
          course: session.course.code || t('common:unknownCourse'),
          at: formatDayTime(session.endTime ?? session.startTime),
        })}
      </div>
      <LinkButton to={to.session(session._id)}>{t('dashboard.openSession')}</LinkButton>
    </Card>
  ));
};
