import {
  attendanceStatusSchema,
  changeKindSchema,
  knownOrOther,
  type SeenChange,
} from '@qr-attendance/contracts';
import { Card, courseLabel, PlainList, PlainRow, queryProblem } from '@qr-attendance/ui-kit';
import { formatDay, formatDayTime } from '@qr-attendance/web-kit';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isolateDirection } from '../../../shared/isolate-direction.ts';
import { useLinks } from '../../../shared/use-links.ts';
import { UserText } from '../../../shared/user-text.tsx';
import { changeId, useChanges, useMarkChangesSeen } from '../recent-changes.ts';

const subscribeToVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
};

/** Changes in a background tab do not count as seen. */
const usePageVisible = (): boolean =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');

export const RecentChanges = () => {
  const { t } = useTranslation('student');
  const query = useChanges();
  const isVisible = usePageVisible();
  const { mutate: markSeen } = useMarkChangesSeen();
  const until = query.data?.until;
  useEffect(() => {
    if (isVisible && until !== undefined) markSeen(until);
  }, [isVisible, until, markSeen]);
  const changes = query.data?.changes ?? [];
  const problem = query.data ? undefined : queryProblem(query, t('changes.failed'));
  if (changes.length === 0 && !problem) return null;
  return (
    <Card list className="below" title={t('changes.title')}>
      {problem ?? (
        <PlainList>
          {changes.map((change) => (
            <Row key={changeId(change)} change={change} />
          ))}
        </PlainList>
      )}
      {query.data?.isMore && <p className="muted">{t('changes.more')}</p>}
    </Card>
  );
};

const Row = ({ change }: { change: SeenChange }) => {
  const { t } = useTranslation('student');
  const to = useLinks();
  const { kind, session, at, by } = change;
  const isOfRecord = kind === 'status_changed' || kind === 'dispute_answered';
  const course = isolateDirection(courseLabel(session.course));
  return (
    <PlainRow
      title={
        <Link to={isOfRecord ? to.recordOf(session._id) : to.historyOf(session.course._id)}>
          {t('changes.class', { course, day: formatDay(session.date) })}
        </Link>
      }
      detail={
        <>
          <div className="body-text">
            <What change={change} />
          </div>
          {by ? t('changes.by', { name: isolateDirection(by) }) : t('changes.bySystem')},{' '}
          <time dateTime={at}>{formatDayTime(at)}</time>
        </>
      }
    />
  );
};

const What = ({ change: { kind, from, to, answer, session, movedFrom } }: { change: SeenChange }) => {
  const { t } = useTranslation('student');
  const nameOf = (status: string | null | undefined) =>
    status ? t(`common:status.${knownOrOther(attendanceStatusSchema, status)}`) : t('changes.noMark');
  const knownKind = knownOrOther(changeKindSchema, kind);
  if (knownKind === 'status_changed') return t('changes.fromTo', { from: nameOf(from), to: nameOf(to) });
  if (knownKind === 'class_moved' && movedFrom)
    return t('changes.moved', {
      from: formatDayTime(movedFrom.startTime),
      to: formatDayTime(session.startTime),
    });
  return (
    <>
      {t(`changes.kind.${knownKind}`)}
      {answer !== undefined && (
        <div>
          <UserText>{answer}</UserText>
        </div>
      )}
    </>
  );
};
