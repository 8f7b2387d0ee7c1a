import { attendanceStatusSchema, type AttendanceStatus } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  shown: string | null | undefined;
  /** Undefined outside of the list, where each button is a tab stop. */
  tabIndex?: -1 | undefined;
  words?: boolean;
  onSet: (status: AttendanceStatus) => void;
}

/** These are native buttons, because a screen shows more than a hundred of them. */
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
