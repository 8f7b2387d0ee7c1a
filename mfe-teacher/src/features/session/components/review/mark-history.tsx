import {
  attendanceStatusSchema,
  auditActionSchema,
  knownOrOther,
  type AuditEntry,
} from '@qr-attendance/contracts';
import { QueryView } from '@qr-attendance/ui-kit';
import { formatDayTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { useMarkHistory } from '../../api/review-marks.ts';
import { Quote } from './quote.tsx';

export const MarkHistory = ({ markId }: { markId: string }) => {
  const { t } = useTranslation('teacher');
  const history = useMarkHistory(markId);
  return (
    <QueryView query={history} errorMessage={t('history.failed')}>
      {(entries) => (
        <ol className="list stack gap-sm">
          {entries.map((entry) => (
            <Entry key={`${entry.at} ${entry.action}`} entry={entry} />
          ))}
        </ol>
      )}
    </QueryView>
  );
};

const Entry = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useTranslation('teacher');
  const { at, action, actor, reason } = entry;
  const [from, to] = [entry.from, entry.to].map(
    (status) => status && t(`common:status.${knownOrOther(attendanceStatusSchema, status)}`),
  );
  return (
    <li>
      <div>{t(`history.${knownOrOther(auditActionSchema, action)}`, { from, to })}</div>
      <div className="muted small">
        <bdi>{actor ? actor.name : t('history.system')}</bdi> · <time dateTime={at}>{formatDayTime(at)}</time>
      </div>
      {reason !== null && <Quote text={reason} />}
    </li>
  );
};
