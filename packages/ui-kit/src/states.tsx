import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import themes from 'antd/es/theme';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

const Centered = ({ icon, role, children }: { icon: ReactNode; role?: 'alert'; children: ReactNode }) => {
  const { token } = themes.useToken();
  return (
    <div
      role={role}
      style={{
        textAlign: 'center',
        padding: `${token.paddingXL}px ${token.padding}px`,
        maxWidth: 520,
        margin: '0 auto',
      }}
    >
      <div
        aria-hidden
        style={{ fontSize: 32, color: token.colorTextTertiary, marginBlockEnd: token.marginSM }}
      >
        {icon}
      </div>
      {children}
    </div>
  );
};

/** Nothing to show, and what one may do next. */
export const EmptyState = ({ message, action }: { message: ReactNode; action?: ReactNode }) => {
  const { token } = themes.useToken();
  return (
    <Centered icon={<InboxOutlined />}>
      <p style={{ margin: 0, color: token.colorTextSecondary }}>{message}</p>
      {action && <div style={{ marginBlockStart: token.margin }}>{action}</div>}
    </Centered>
  );
};

interface ErrorProps {
  message: ReactNode;
  /** What one can do about it, or what is not lost. */
  hint?: ReactNode;
  onRetry?: () => void;
  back?: { to: string; label: string };
}

/** Something failed: what, and a way on. */
export const ErrorState = ({ message, hint, onRetry, back }: ErrorProps) => {
  const { t } = useTranslation();
  const { token } = themes.useToken();
  return (
    <Centered role="alert" icon={<WarningOutlined style={{ color: token.colorError }} />}>
      <p style={{ margin: 0, fontWeight: 500 }}>{message}</p>
      {hint && <p style={{ margin: '4px 0 0', color: token.colorTextSecondary }}>{hint}</p>}
      <div
        style={{
          marginBlockStart: token.margin,
          display: 'flex',
          gap: 12,
          justifyContent: 'center',
          flexWrap: 'wrap',
        }}
      >
        {onRetry && <Button onClick={onRetry}>{t('common:retry')}</Button>}
        {back && (
          <Link to={back.to} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
            {back.label}
          </Link>
        )}
      </div>
    </Centered>
  );
};

/** Holds the place of what is on its way, so that nothing jumps when it comes. */
export const LoadingState = ({ rows = 4 }: { rows?: number }) => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common:loading')}>
      <Skeleton active title paragraph={{ rows }} />
    </div>
  );
};
