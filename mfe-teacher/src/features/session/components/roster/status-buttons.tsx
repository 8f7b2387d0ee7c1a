import { attendanceStatusSchema, type AttendanceStatus } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import type { RosterRow } from '../../roster-rows.ts';

interface Props {
  row: RosterRow;
  /** One is being set; another press would come too soon. */
  busy: boolean;
  onSet: (row: RosterRow, status: AttendanceStatus) => void;
}

/** Sets a status with one press. Plain buttons: a screen of rows has a hundred, which antd's would make slow to draw. */
export const StatusButtons = ({ row, busy, onSet }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <span role="group" aria-label={t('roster.setOf', { name: row.student.name })} className="roster-set">
      {attendanceStatusSchema.options.map((status) => {
        const pressed = row.mark?.status === status;
        const word = t(`common:status.${status}`);
        return (
          <button
            key={status}
            type="button"
            aria-pressed={pressed}
            aria-disabled={busy || pressed}
            aria-label={t('roster.setTo', { status: word, name: row.student.name })}
            title={word}
            data-status={status}
            onClick={() => {
              if (!busy && !pressed) onSet(row, status);
            }}
          >
            {t(`roster.letter.${status}`)}
          </button>
        );
      })}
    </span>
  );
};
