import {
  CheckCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import './notice.css';

type Kind = 'success' | 'info' | 'warning' | 'error';

interface Props {
  type: Kind;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** `alert` interrupts a screen reader; `status` waits for a pause. */
  role?: 'alert' | 'status';
  className?: string;
}

const icons: Record<Kind, ReactNode> = {
  success: <CheckCircleFilled aria-hidden />,
  info: <InfoCircleFilled aria-hidden />,
  warning: <ExclamationCircleFilled aria-hidden />,
  error: <CloseCircleFilled aria-hidden />,
};

export const Notice = ({ type, title, description, action, role = 'alert', className = '' }: Props) => (
  <div
    role={role}
    className={`ui-notice ui-notice-${type} ${description ? 'ui-notice-described' : ''} ${className}`}
  >
    <span className="ui-notice-icon">{icons[type]}</span>
    <div className="ui-notice-text">
      {description ? (
        <>
          <div className="ui-notice-title">{title}</div>
          <div>{description}</div>
        </>
      ) : (
        title
      )}
    </div>
    {action}
  </div>
);
