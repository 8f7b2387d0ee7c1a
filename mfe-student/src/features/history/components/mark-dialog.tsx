import { type AttendanceRecord, flagReasonSchema, knownOrOther } from '@qr-attendance/contracts';
import { Button, CorrectedAt, courseLabel, Dialog, PlainList, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { isolateDirection } from '../../../shared/isolate-direction.ts';
import { MarkDispute } from './mark-dispute.tsx';
import { MarkHistory } from './mark-history.tsx';
import { MarkReceipt } from './mark-receipt.tsx';

interface Props {
  record: AttendanceRecord;
  onClose: () => void;
}

export const MarkDialog = ({ record, onClose }: Props) => {
  const { t } = useTranslation('student');
  const { session, status } = record;
  return (
    <Dialog
      title={isolateDirection(courseLabel(session.course))}
      wide
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <div className="row gap-xs below">
        <span>
          {formatDay(session.date)}, {formatTime(session.startTime)}
        </span>
        <StatusBadge status={status} />
        <CorrectedAt moment={record.correctedAt} />
      </div>
      {record.guest && <p className="flush below">{t('history.notCountedWhy')}</p>}
      {record.presenceCheck && (
        <p className="flush below">
          {record.presenceCheck.answeredAt
            ? t('mark.presenceCheck.answeredAt', { time: formatTime(record.presenceCheck.answeredAt) })
            : t('mark.presenceCheck.missed')}
        </p>
      )}
      <MarkFlags flags={record.flags} />
      <MarkHistory id={record._id} />
      {/* A receipt proves attendance, so absences have none. */}
      {status !== 'ABSENT' && <MarkReceipt record={record} />}
      <MarkDispute record={record} />
    </Dialog>
  );
};

const MarkFlags = ({ flags = [] }: Pick<AttendanceRecord, 'flags'>) => {
  const { t } = useTranslation('student');
  if (flags.length === 0) return null;
  return (
    <section className="below">
      <h3 className="title">{t('mark.flags')}</h3>
      <p className="flush muted">{t('mark.flagsHelp')}</p>
      <PlainList>
        {flags.map(({ reason }) => (
          <li key={reason} className="above-xs below-xs">
            {t(`mark.flag.${knownOrOther(flagReasonSchema, reason)}`)}
          </li>
        ))}
      </PlainList>
    </section>
  );
};
