import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  MinusCircleFilled,
} from '@ant-design/icons';
import { attendanceStatusSchema, knownOr, type AttendanceStatus, type Open } from '@qr-attendance/contracts';
import type { GlobalToken } from 'antd';
import themes from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A newer server may answer a status that this page does not know. */
type Shown = AttendanceStatus | 'other';

const icons: Record<Shown, ReactNode> = {
  PRESENT: <CheckCircleFilled aria-hidden />,
  LATE: <ClockCircleFilled aria-hidden />,
  ABSENT: <CloseCircleFilled aria-hidden />,
  EXCUSED: <MinusCircleFilled aria-hidden />,
  other: <MinusCircleFilled aria-hidden />,
};
const colorsOf = (token: GlobalToken): Record<Shown, [text: string, ground: string]> => ({
  PRESENT: [token.colorSuccess, token.colorSuccessBg],
  LATE: [token.colorWarning, token.colorWarningBg],
  ABSENT: [token.colorError, token.colorErrorBg],
  EXCUSED: [token.colorText, token.colorFillTertiary],
  other: [token.colorText, token.colorFillTertiary],
});

/** A mark's status: color, word and icon. In the look of antd's Tag, which the marking page need not load for it. */
export const StatusBadge = ({ status }: { status: Open<AttendanceStatus> }) => {
  const { t } = useTranslation();
  const { token } = themes.useToken();
  const shown = knownOr(attendanceStatusSchema, status);
  const [color, background] = colorsOf(token)[shown];
  return (
    <span
      style={{
        display: 'inline-flex',
        gap: 7,
        paddingInline: 7,
        border: '1px solid transparent',
        borderRadius: token.borderRadiusSM,
        fontSize: token.fontSizeSM,
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
