import {
  knownOrOther,
  MAX_SEEN_NOTICES,
  rosterNoticeKindSchema,
  type RosterNotice,
  routes,
} from '@qr-attendance/contracts';
import {
  ActionButton,
  Card,
  CourseName,
  LoadMore,
  PlainList,
  PlainRow,
  queryProblem,
  useSourceName,
} from '@qr-attendance/ui-kit';
import { apiKey, formatDayTime, useApiMutation, useApiPages } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLinks } from '../../../shared/use-links.ts';

const { listRosterNotices, markRosterNoticesSeen } = routes.course;
const NOTICES_PER_PAGE = 5;

/** The notices that are not hidden, newest first. */
const useRosterNotices = () => useApiPages(listRosterNotices, {}, { limit: NOTICES_PER_PAGE });

const useHideNotices = () =>
  useApiMutation(
    markRosterNoticesSeen,
    (ids: string[]) => ({ body: { ids: ids.slice(0, MAX_SEEN_NOTICES) } }),
    { refetches: [apiKey(listRosterNotices)] },
  );

export const RosterNotices = () => {
  const { t } = useTranslation('teacher');
  const query = useRosterNotices();
  const hide = useHideNotices();
  const notices = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const problem = query.data ? undefined : queryProblem(query, t('rosterNotices.failed'));
  if (notices.length === 0 && !problem) return null;
  return (
    <Card
      list
      className="below"
      title={t('rosterNotices.title')}
      aside={
        notices.length > 0 && (
          <ActionButton
            size="small"
            act={() => hide.mutateAsync(notices.map(({ _id }) => _id))}
            done={t('rosterNotices.hidden')}
            failure={t('rosterNotices.hideFailed')}
          >
            {t('rosterNotices.hide')}
          </ActionButton>
        )
      }
    >
      {problem ?? (
        <PlainList>
          {notices.map((notice) => (
            <Notice key={notice._id} notice={notice} />
          ))}
        </PlainList>
      )}
      <LoadMore pages={query} label={t('common:more')} />
    </Card>
  );
};

type Changes = Omit<RosterNotice, '_id' | 'course' | 'section'>;

export const NoticeDetail = ({ kind, source, at, added, ended }: Changes) => {
  const { t } = useTranslation('teacher');
  const sourceName = useSourceName()(source);
  const changes = [
    added > 0 && t('rosterNotices.added', { count: added }),
    ended > 0 && t('rosterNotices.ended', { count: ended }),
  ].filter(Boolean);
  return (
    <>
      <div className="body-text">{changes.join(', ')}</div>
      {t(`rosterNotices.${knownOrOther(rosterNoticeKindSchema, kind)}`, { source: sourceName })},{' '}
      <time dateTime={at}>{formatDayTime(at)}</time>
    </>
  );
};

const Notice = ({ notice: { _id, course, section, ...changes } }: { notice: RosterNotice }) => {
  const { t } = useTranslation('teacher');
  const to = useLinks();
  return (
    <PlainRow
      title={
        <Link to={to.rosterNotice(_id)}>
          <CourseName course={course} />
          {section.name !== '' && (
            <>
              , <bdi>{t('rosterNotices.section', { name: section.name })}</bdi>
            </>
          )}
        </Link>
      }
      detail={<NoticeDetail {...changes} />}
    />
  );
};
