import type { AttendanceRecord } from '@qr-attendance/contracts';
import { Dialog, StatusBadge, tokens } from '@qr-attendance/ui-kit';
import { formatDay, formatTime, recordMoment } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { courseLabel } from '../../../shared/course-label.ts';
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
      width={520}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('mark.close')}</Button>}
    >
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: tokens.marginXS,
          marginBlockEnd: tokens.margin,
        }}
      >
        <span>
          {formatDay(session.date)}
          {moment !== undefined && `, ${formatTime(moment)}`}
        </span>
        <StatusBadge status={status} />
      </div>
      {record.presenceCheck && (
        <p style={{ marginBlock: `0 ${tokens.margin}px` }}>
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
