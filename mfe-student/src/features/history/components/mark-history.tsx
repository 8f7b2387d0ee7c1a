import {
  attendanceStatusSchema,
  auditActionSchema,
  knownOrOther,
  type AuditEntry,
} from '@qr-attendance/contracts';
import { PlainList, PlainRow, QueryView } from '@qr-attendance/ui-kit';
import { formatDayTime, useIdentity } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { isolateDirection } from '../../../shared/isolate-direction.ts';
import { UserText } from '../../../shared/user-text.tsx';
import { useMarkHistory } from '../api.ts';

export const MarkHistory = ({ id }: { id: string }) => {
  const { t } = useTranslation('student');
  const history = useMarkHistory(id);
  return (
    <section>
      <h3 className="title">{t('mark.history')}</h3>
      <QueryView query={history} errorMessage={t('mark.historyFailed')}>
        {(entries) => (
          <PlainList>
            {entries.map((entry, index) => (
              <Entry key={index} entry={entry} />
            ))}
          </PlainList>
        )}
      </QueryView>
    </section>
  );
};

const Entry = ({ entry: { at, action, actor, from, to, reason } }: { entry: AuditEntry }) => {
  const { t } = useTranslation('student');
  const { _id: userId } = useIdentity().user;
  const what = t(`mark.action.${knownOrOther(auditActionSchema, action)}`);
  const isMine = actor?._id === userId;
  const nameOf = (status: string) => t(`common:status.${knownOrOther(attendanceStatusSchema, status)}`);
  const changed = from !== null && to !== null && from !== to;
  return (
    <PlainRow
      title={actor && !isMine ? t('mark.by', { what, name: isolateDirection(actor.name) }) : what}
      detail={
        <>
          <time dateTime={at}>{formatDayTime(at)}</time>
          {changed && <div>{t('mark.change', { from: nameOf(from), to: nameOf(to) })}</div>}
          {reason && (
            <div>
              <UserText>{reason}</UserText>
            </div>
          )}
        </>
      }
    />
  );
};
