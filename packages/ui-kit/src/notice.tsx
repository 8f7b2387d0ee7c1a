import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import { tokens } from './tokens/tokens.ts';

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
const colors: Record<Kind, [icon: string, ground: string, border: string]> = {
  success: [tokens.colorSuccess, tokens.colorSuccessBg, tokens.colorSuccessBorder],
  info: [tokens.colorInfo, tokens.colorInfoBg, tokens.colorInfoBorder],
  warning: [tokens.colorWarning, tokens.colorWarningBg, tokens.colorWarningBorder],
  error: [tokens.colorError, tokens.colorErrorBg, tokens.colorErrorBorder],
};

/** Looks like antd's Alert, for the lightest pages. */
export const Notice = ({ type, title, description, role = 'alert' }: Props) => {
  const [icon, ground, border] = colors[type];
  const box: CSSProperties = description
    ? { alignItems: 'flex-start', padding: '20px 24px', gap: tokens.marginSM }
    : { alignItems: 'center', padding: '8px 12px', gap: tokens.marginXS };
  return (
    <div
      role={role}
      style={{
        display: 'flex',
        color: tokens.colorText,
        background: ground,
        border: `1px solid ${border}`,
        borderRadius: tokens.borderRadius,
        ...box,
      }}
    >
      <span
        style={{ color: icon, lineHeight: 0, ...(description ? { fontSize: tokens.fontSizeHeading3 } : {}) }}
      >
        {icons[type]}
      </span>
      <div style={{ flex: 1, minWidth: 0, overflowWrap: 'break-word' }}>
        {description ? (
          <>
            <div style={{ marginBlockEnd: tokens.marginXS, fontSize: tokens.fontSizeLG }}>{title}</div>
            <div>{description}</div>
          </>
        ) : (
          title
        )}
      </div>
    </div>
  );
};
