import {
  attendanceStatusSchema,
  knownOrOther,
  type AttendanceStatus,
  type OpenEnum,
} from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';

interface Props {
  status: OpenEnum<AttendanceStatus> | null;
  none: string;
}

export const StatusLetter = ({ status, none }: Props) => {
  const { t } = useTranslation('teacher');
  if (status === null)
    return (
      <span role="img" aria-label={none} title={none} className="status-letter">
        –
      </span>
    );
  const knownStatus = knownOrOther(attendanceStatusSchema, status);
  const word = t(`common:status.${knownStatus}`);
  return (
    <span role="img" aria-label={word} title={word} className="status-letter" data-status={knownStatus}>
      {knownStatus === 'other' ? '?' : t(`roster.letter.${knownStatus}`)}
    </span>
  );
};
