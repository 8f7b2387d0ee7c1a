import { attendanceStatusSchema, knownOrOther, type AttendanceRecord } from '@qr-attendance/contracts';
import { courseLabel } from '@qr-attendance/ui-kit';
import { formatDayTime, formatDay, formatTime } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';

const CHECK_PATH = '/receipt';

/** The receipt is in the fragment, which browsers do not send, so that it reaches no server log. */
export const receiptCheckPath = (receipt: string): string => `${CHECK_PATH}#${receipt}`;

export const receiptFile = (
  { session, student, status, timestamp }: AttendanceRecord,
  receipt: string,
  t: TFunction<'student'>,
): { name: string; content: Blob } => {
  const lines = [
    t('mark.receipt.file.title'),
    '',
    student.name,
    `${courseLabel(session.course)}, ${formatDay(session.date)}, ${formatTime(session.startTime)}`,
    t('mark.receipt.file.recorded', {
      status: t(`common:status.${knownOrOther(attendanceStatusSchema, status)}`),
      moment: formatDayTime(timestamp),
    }),
    t('mark.receipt.help'),
    '',
    t('mark.receipt.file.checkAt', { address: window.location.origin + CHECK_PATH }),
    '',
    receipt,
    '',
  ];
  return {
    name: `attendance-receipt-${session.date}.txt`,
    content: new Blob([lines.join('\n')], { type: 'text/plain;charset=utf-8' }),
  };
};
