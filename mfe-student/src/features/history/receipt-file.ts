import { attendanceStatusSchema, knownOr, type AttendanceRecord } from '@qr-attendance/contracts';
import { formatDayTime, formatDay } from '@qr-attendance/web-kit';
import type { TFunction } from 'i18next';
import { courseLabel } from '../../shared/course-label.ts';

/** The shell's page that checks receipts. */
const CHECK_PATH = '/receipt';

/** Leads to the check of a receipt. The fragment reaches no server, and so no log. */
export const checkPath = (receipt: string): string => `${CHECK_PATH}#${receipt}`;

/** A receipt as a text that people can read too. */
export const receiptFile = (
  { session, student, status, timestamp }: AttendanceRecord,
  receipt: string,
  t: TFunction<'student'>,
): { name: string; content: Blob } => {
  const lines = [
    t('mark.receipt.file.title'),
    '',
    student.name,
    `${courseLabel(session.course)}, ${formatDay(session.date)}`,
    t('mark.receipt.file.recorded', {
      status: t(`common:status.${knownOr(attendanceStatusSchema, status)}`),
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
