import type { Session } from '@qr-attendance/contracts';
import { Card, EmptyState, LinkButton, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay, formatNumber } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { ActivityBadge, NoWrap, SessionTimes } from '../../../shared/session-cells.tsx';
import { SessionGroups } from '../../../shared/session-groups/session-groups.tsx';
import { useSessionGroups } from '../../../shared/session-groups/use-session-groups.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { CourseSeries } from './course-series.tsx';

const PAGE = 10;

export const CourseSessions = ({ courseId, mayPlan }: { courseId: string; mayPlan: boolean }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const groups = useSessionGroups({ courseId }, PAGE);
  return (
    <Card
      title={t('courseDetails.sessions')}
      aside={mayPlan && <LinkButton to={to.planFor(courseId)}>{t('plan.title')}</LinkButton>}
    >
      <CourseSeries courseId={courseId} mayPlan={mayPlan} />
      <SessionGroups
        groups={groups}
        level={3}
        empty={<EmptyState message={t('courseDetails.noSessions')} />}
        table={(sessions) => (
          <ResponsiveTable<Session>
            rows={sessions}
            rowKey="_id"
            columns={[
              { key: 'date', title: t('sessions.date'), render: ({ date }) => formatDay(date) },
              {
                key: 'time',
                title: t('sessions.time'),
                render: (session) => <SessionTimes session={session} />,
              },
              {
                key: 'count',
                title: t('session.count'),
                phone: 'named',
                render: ({ attendanceCount }) => formatNumber(attendanceCount),
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
                render: ({ _id, course, date }) => (
                  <LinkButton
                    to={to.session(_id)}
                    aria-label={t('sessions.viewOf', { course: course.code, date: formatDay(date) })}
                  >
                    {t('sessions.view')}
                  </LinkButton>
                ),
              },
            ]}
            empty={null}
          />
        )}
      />
    </Card>
  );
};
