import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  MinusCircleFilled,
} from '@ant-design/icons';
import { attendanceStatusSchema, knownOr, type AttendanceStatus, type Open } from '@qr-attendance/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from './tokens/tokens.ts';

type Shown = AttendanceStatus | 'other';

const icons: Record<Shown, ReactNode> = {
  PRESENT: <CheckCircleFilled aria-hidden />,
  LATE: <ClockCircleFilled aria-hidden />,
  ABSENT: <CloseCircleFilled aria-hidden />,
  EXCUSED: <MinusCircleFilled aria-hidden />,
  other: <MinusCircleFilled aria-hidden />,
};
const colors: Record<Shown, [text: string, ground: string]> = {
  PRESENT: [tokens.colorSuccess, tokens.colorSuccessBg],
  LATE: [tokens.colorWarning, tokens.colorWarningBg],
  ABSENT: [tokens.colorError, tokens.colorErrorBg],
  EXCUSED: [tokens.colorText, tokens.colorFillTertiary],
  other: [tokens.colorText, tokens.colorFillTertiary],
};

/** Looks like antd's Tag, which the marking page does not load. */
export const StatusBadge = ({ status }: { status: Open<AttendanceStatus> }) => {
  const { t } = useTranslation();
  const shown = knownOr(attendanceStatusSchema, status);
  const [color, background] = colors[shown];
  return (
    <span
      style={{
        display: 'inline-flex',
        gap: 7,
        paddingInline: 7,
        border: '1px solid transparent',
        borderRadius: tokens.borderRadiusSM,
        fontSize: tokens.fontSizeSM,
        lineHeight: '20px',
        whiteSpace: 'nowrap',
        color,
        background,
      }}
    >
      {icons[shown]}
      <span>{t(`common:status.${shown}`)}</span>
    </span>
  );
};
