import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from './button/button.tsx';
import './skeleton.css';
import './states.css';

const Centered = ({ icon, role, children }: { icon: ReactNode; role?: 'alert'; children: ReactNode }) => (
  <div role={role} className="ui-state">
    <div aria-hidden className="ui-state-icon">
      {icon}
    </div>
    {children}
  </div>
);

export const EmptyState = ({ message, action }: { message: ReactNode; action?: ReactNode }) => (
  <Centered icon={<InboxOutlined />}>
    <p className="flush muted">{message}</p>
    {action && <div className="above">{action}</div>}
  </Centered>
);

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
    <Centered role="alert" icon={<WarningOutlined />}>
      <p className="flush medium">{message}</p>
      {hint && <p className="flush above-xxs muted">{hint}</p>}
      <div className="row center above">
        {onRetry && <Button onClick={onRetry}>{retryText ?? t('common:retry')}</Button>}
        {back && (
          <Link to={back.to} className="action-link">
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
