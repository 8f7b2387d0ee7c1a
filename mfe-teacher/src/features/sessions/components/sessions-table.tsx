import type { Session } from '@qr-attendance/contracts';
import { CourseName, LinkButton, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { CancelSessionButton } from '../../../shared/cancel-session-button.tsx';
import { EndSessionButton } from '../../../shared/end-session-button.tsx';
import { may } from '../../../shared/may.ts';
import { ActivityBadge, NoWrap, SessionTimes } from '../../../shared/session-cells.tsx';
import { stateOf } from '../../../shared/session-state.ts';
import { useLinks } from '../../../shared/use-links.ts';

export const SessionsTable = ({ sessions }: { sessions: Session[] }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  return (
    <ResponsiveTable<Session>
      rows={sessions}
      rowKey="_id"
      columns={[
        {
          key: 'date',
          title: t('sessions.date'),
          render: ({ date }) => <NoWrap>{formatDay(date)}</NoWrap>,
        },
        {
          key: 'course',
          title: t('common:report.course'),
          phone: 'title',
          render: ({ course }) => <CourseName course={course} />,
        },
        { key: 'time', title: t('sessions.time'), render: (session) => <SessionTimes session={session} /> },
        {
          key: 'count',
          title: t('session.count'),
          phone: 'named',
          render: (session) =>
            stateOf(session) === 'scheduled' ? '–' : formatNumber(session.attendanceCount),
        },
        {
          key: 'status',
          title: t('common:report.status'),
          render: (session) => (
            <NoWrap>
              <ActivityBadge session={session} brief />
            </NoWrap>
          ),
        },
        {
          key: 'actions',
          title: t('common:actions'),
          render: (session) => (
            <span className="row gap-xs">
              <LinkButton
                to={to.session(session._id)}
                aria-label={t('sessions.viewOf', {
                  course: session.course.code || t('common:unknownCourse'),
                  date: formatDay(session.date),
                })}
              >
                {t('sessions.view')}
              </LinkButton>
              {stateOf(session) === 'running' && may(session, 'manageSessions') && (
                <EndSessionButton session={session} failure={t('specified:deactivateFailed')} />
              )}
              {stateOf(session) === 'scheduled' && may(session, 'manageSessions') && (
                <CancelSessionButton session={session} />
              )}
            </span>
          ),
        },
      ]}
      empty={null}
    />
  );
};
