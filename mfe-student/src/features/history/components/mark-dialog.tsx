import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Button, courseLabel, Dialog, StatusBadge } from '@qr-attendance/ui-kit';
import { formatDay, formatTime, recordMoment } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../../shared/isolated.ts';
import { MarkDispute } from './mark-dispute.tsx';
import { MarkFlags } from './mark-flags.tsx';
import { MarkHistory } from './mark-history.tsx';
import { MarkReceipt } from './mark-receipt.tsx';

interface Props {
  record: AttendanceRecord;
  onClose: () => void;
}

export const MarkDialog = ({ record, onClose }: Props) => {
  const { t } = useTranslation('student');
  const { session, status } = record;
  const moment = recordMoment(record);
  return (
    <Dialog
      title={isolated(courseLabel(session.course))}
      wide
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('mark.close')}</Button>}
    >
      <div className="row gap-xs below">
        <span>
          {formatDay(session.date)}
          {moment !== undefined && `, ${formatTime(moment)}`}
        </span>
        <StatusBadge status={status} />
      </div>
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
