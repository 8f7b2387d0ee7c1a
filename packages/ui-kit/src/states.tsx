import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from './button/button.tsx';
import './skeleton.css';
import { tokens } from './tokens/tokens.ts';

const Centered = ({ icon, role, children }: { icon: ReactNode; role?: 'alert'; children: ReactNode }) => {
  return (
    <div
      role={role}
      style={{
        textAlign: 'center',
        padding: `${tokens.paddingXL}px ${tokens.padding}px`,
        maxWidth: 520,
        margin: '0 auto',
      }}
    >
      <div
        aria-hidden
        style={{ fontSize: 32, color: tokens.colorTextTertiary, marginBlockEnd: tokens.marginSM }}
      >
        {icon}
      </div>
      {children}
    </div>
  );
};

export const EmptyState = ({ message, action }: { message: ReactNode; action?: ReactNode }) => {
  return (
    <Centered icon={<InboxOutlined />}>
      <p style={{ margin: 0, color: tokens.colorTextSecondary }}>{message}</p>
      {action && <div style={{ marginBlockStart: tokens.margin }}>{action}</div>}
    </Centered>
  );
};

interface ErrorProps {
  message: ReactNode;
  hint?: ReactNode;
  onRetry?: () => void;
  retryText?: string;
  back?: { to: string; label: string };
}

export const ErrorState = ({ message, hint, onRetry, retryText, back }: ErrorProps) => {
  const { t } = useTranslation();
  return (
    <Centered role="alert" icon={<WarningOutlined style={{ color: tokens.colorError }} />}>
      <p style={{ margin: 0, fontWeight: 500 }}>{message}</p>
      {hint && <p style={{ margin: '4px 0 0', color: tokens.colorTextSecondary }}>{hint}</p>}
      <div
        style={{
          marginBlockStart: tokens.margin,
          display: 'flex',
          gap: 12,
          justifyContent: 'center',
          flexWrap: 'wrap',
        }}
      >
        {onRetry && <Button onClick={onRetry}>{retryText ?? t('common:retry')}</Button>}
        {back && (
          <Link to={back.to} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
            {back.label}
          </Link>
        )}
      </div>
    </Centered>
  );
};

export const LoadingState = ({ rows = 4 }: { rows?: number }) => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common:loading')} className="ui-skeleton">
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
};
