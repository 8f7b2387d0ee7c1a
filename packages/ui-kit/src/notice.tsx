import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import themes from 'antd/es/theme';
import type { GlobalToken } from 'antd';
import type { CSSProperties, ReactNode } from 'react';

type Kind = 'success' | 'info' | 'warning' | 'error';

interface Props {
  type: Kind;
  title: ReactNode;
  description?: ReactNode;
  /** `alert` interrupts a screen reader; `status` waits for a pause. */
  role?: 'alert' | 'status';
}

const icons: Record<Kind, ReactNode> = {
  success: <CheckCircleFilled aria-hidden />,
  info: <InfoCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
  error: <CloseCircleFilled aria-hidden />,
};
const colorsOf = (token: GlobalToken): Record<Kind, [icon: string, ground: string, border: string]> => ({
  success: [token.colorSuccess, token.colorSuccessBg, token.colorSuccessBorder],
  info: [token.colorInfo, token.colorInfoBg, token.colorInfoBorder],
  warning: [token.colorWarning, token.colorWarningBg, token.colorWarningBorder],
  error: [token.colorError, token.colorErrorBg, token.colorErrorBorder],
});

/** Words on a tinted ground, in the look of antd's Alert, of which the lightest pages need nothing else. */
export const Notice = ({ type, title, description, role = 'alert' }: Props) => {
  const { token } = themes.useToken();
  const [icon, ground, border] = colorsOf(token)[type];
  const box: CSSProperties = description
    ? { alignItems: 'flex-start', padding: '20px 24px', gap: token.marginSM }
    : { alignItems: 'center', padding: '8px 12px', gap: token.marginXS };
  return (
    <div
      role={role}
      style={{
        display: 'flex',
        color: token.colorText,
        background: ground,
        border: `1px solid ${border}`,
        borderRadius: token.borderRadius,
        ...box,
      }}
    >
      <span
        style={{ color: icon, lineHeight: 0, ...(description ? { fontSize: token.fontSizeHeading3 } : {}) }}
      >
        {icons[type]}
      </span>
      <div style={{ flex: 1, minWidth: 0, overflowWrap: 'break-word' }}>
        {description ? (
          <>
            <div style={{ marginBlockEnd: token.marginXS, fontSize: token.fontSizeLG }}>{title}</div>
            <div>{description}</div>
          </>
        ) : (
          title
        )}
      </div>
    </div>
  );
};
