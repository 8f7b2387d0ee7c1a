import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  MinusCircleFilled,
} from '@ant-design/icons';
import {
  attendanceStatusSchema,
  knownOrOther,
  type AttendanceStatus,
  type OpenEnum,
} from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from './badge.tsx';

const looks = {
  PRESENT: { tone: 'success', icon: <CheckCircleFilled aria-hidden /> },
  LATE: { tone: 'warning', icon: <ClockCircleFilled aria-hidden /> },
  ABSENT: { tone: 'error', icon: <CloseCircleFilled aria-hidden /> },
  EXCUSED: { icon: <MinusCircleFilled aria-hidden /> },
  other: { icon: <MinusCircleFilled aria-hidden /> },
} as const;

export const StatusBadge = ({ status }: { status: OpenEnum<AttendanceStatus> }) => {
  const { t } = useTranslation();
  const shown = knownOrOther(attendanceStatusSchema, status);
  return (
    <Badge {...looks[shown]}>
      <span className="nowrap">{t(`common:status.${shown}`)}</span>
    </Badge>
  );
};
