import {
  knownOrOther,
  rosterEffectSchema,
  type RosterNotice,
  type RosterNoticeLine,
  routes,
} from '@qr-attendance/contracts';
import {
  CourseName,
  EmptyState,
  LinkButton,
  PageHeader,
  PagesView,
  QueryView,
  ResponsiveTable,
} from '@qr-attendance/ui-kit';
import { formatNumber, useApiPages, useApiQuery } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';
import { NoticeDetail } from '../components/roster-notices.tsx';

const { getRosterNotice, listRosterNoticeLines } = routes.course;
const LINES_PER_PAGE = 50;

/**
 * Explains why a line is missing. An undone import ends only enrollments that a line of the file had added; a
 * student whom the file omits is added again.
 */
const noLine = (kind: RosterNotice['kind'], effect: RosterNoticeLine['effect']) =>
  kind === 'undone' && effect === 'ended' ? 'rosterNotices.unchanged' : 'rosterNotices.missing';

export const RosterNoticePage = () => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  const { noticeId = '' } = useParams();
  const notice = useApiQuery(getRosterNotice, { params: { id: noticeId } });
  const lines = useApiPages(listRosterNoticeLines, { params: { id: noticeId } }, { limit: LINES_PER_PAGE });
  const roster = notice.data;
  return (
    <>
      <PageHeader
        title={t('rosterNotices.noticeTitle')}
        action={
          roster && (
            <LinkButton to={to.rosterOf(roster.course._id, roster.section._id)}>
              {t('rosterNotices.roster')}
            </LinkButton>
          )
        }
      />
      <QueryView query={notice} errorMessage={t('rosterNotices.noticeFailed')}>
        {({ course, section, ...changes }) => (
          <>
            <p>
              <CourseName course={course} />
              {section.name !== '' && (
                <>
                  , <bdi>{t('rosterNotices.section', { name: section.name })}</bdi>
                </>
              )}
            </p>
            <div className="below">
              <NoticeDetail {...changes} />
            </div>
            <PagesView pages={lines} errorMessage={t('rosterNotices.linesFailed')}>
              {(rows) => (
                <ResponsiveTable<RosterNoticeLine & { key: string }>
                  rows={rows.map((row, index) => ({ ...row, key: String(index) }))}
                  rowKey="key"
                  empty={<EmptyState message={t('rosterNotices.noLines')} />}
                  columns={[
                    {
                      key: 'student',
                      title: t('rosterNotices.student'),
                      phone: 'title',
                      render: ({ student: { _id, name } }) => (
                        <Link to={to.student(course._id, _id)} className="link">
                          <bdi>{name ?? t('common:unknown')}</bdi>
                        </Link>
                      ),
                    },
                    {
                      key: 'effect',
                      title: t('rosterNotices.change'),
                      render: ({ effect }) =>
                        t(`rosterNotices.effects.${knownOrOther(rosterEffectSchema, effect)}`),
                    },
                    {
                      key: 'line',
                      title: t('rosterNotices.line'),
                      phone: 'named',
                      render: ({ line, effect }) =>
                        line === undefined ? t(noLine(changes.kind, effect)) : formatNumber(line),
                    },
                  ]}
                />
              )}
            </PagesView>
          </>
        )}
      </QueryView>
    </>
  );
};
