import { routes, type Session } from '@qr-attendance/contracts';
import { CourseName, EmptyState, PageHeader, PagesView, ResponsiveTable } from '@qr-attendance/ui-kit';
import { formatDay, useApiPages } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { RegisterAnswers } from '../../../shared/register-answers.tsx';
import { NoWrap, SessionTimes } from '../../../shared/session-cells.tsx';

const ROWS_PER_PAGE = 25;

export const NotTakenPage = () => {
  const { t } = useTranslation('teacher');
  const sessions = useApiPages(
    routes.session.listSessions,
    { query: { unconfirmed: 'true' } },
    { limit: ROWS_PER_PAGE },
  );
  return (
    <>
      <PageHeader title={t('unconfirmed.title')} help={t('unconfirmed.explain')} />
      <PagesView pages={sessions} errorMessage={t('specified:sessionsFailed')}>
        {(rows) => (
          <ResponsiveTable<Session>
            rows={rows}
            rowKey="_id"
            empty={<EmptyState message={t('unconfirmed.none')} />}
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
              {
                key: 'time',
                title: t('sessions.time'),
                render: (session) => <SessionTimes session={session} />,
              },
              {
                key: 'actions',
                title: t('common:actions'),
                render: (session) => <RegisterAnswers session={session} />,
              },
            ]}
          />
        )}
      </PagesView>
    </>
  );
};
