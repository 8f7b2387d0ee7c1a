import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  MinusCircleFilled,
} from '@ant-design/icons';
import type { AttendanceStatus } from '@qr-attendance/contracts';
import Tag from 'antd/es/tag';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const looks: Record<AttendanceStatus, { color: string; icon: ReactNode }> = {
  PRESENT: { color: 'success', icon: <CheckCircleFilled aria-hidden /> },
  LATE: { color: 'warning', icon: <ClockCircleFilled aria-hidden /> },
  ABSENT: { color: 'error', icon: <CloseCircleFilled aria-hidden /> },
  EXCUSED: { color: 'default', icon: <MinusCircleFilled aria-hidden /> },
};

/** A mark's status: colour, word and icon. */
export const StatusBadge = ({ status }: { status: AttendanceStatus }) => {
  const { t } = useTranslation();
  const { color, icon } = looks[status];
  return (
    <Tag color={color} icon={icon} style={{ margin: 0 }}>
      {t(`common:status.${status}`)}
    </Tag>
  );
};
