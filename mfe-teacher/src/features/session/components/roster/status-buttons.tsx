import { attendanceStatusSchema, type AttendanceStatus } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  /** The status that is shown now. */
  shown: string | undefined;
  /** Outside the list's own keyboard each button is a tab stop. */
  tabIndex?: -1 | undefined;
  /** Shows words in place of letters, where there is room. */
  words?: boolean;
  onSet: (status: AttendanceStatus) => void;
}

/** Sets a status with one press. Plain buttons: a screen of rows has a hundred of them. */
export const StatusButtons = ({ name, shown, tabIndex, words = false, onSet }: Props) => {
  const { t } = useTranslation('teacher');
  return (
    <span
      role="group"
      aria-label={t('roster.setOf', { name })}
      className={words ? 'status-buttons status-words' : 'status-buttons'}
    >
      {attendanceStatusSchema.options.map((status) => {
        const pressed = shown === status;
        const word = t(`common:status.${status}`);
        return (
          <button
            key={status}
            type="button"
            tabIndex={tabIndex}
            aria-pressed={pressed}
            aria-label={t('roster.setTo', { status: word, name })}
            title={word}
            data-status={status}
            onClick={() => {
              if (!pressed) onSet(status);
            }}
          >
            {words ? word : t(`roster.letter.${status}`)}
          </button>
        );
      })}
    </span>
  );
};
