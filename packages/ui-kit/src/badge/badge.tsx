import type { ReactNode } from 'react';
import './badge.css';

interface Props {
  tone?: 'success' | 'info' | 'warning' | 'error' | undefined;
  icon?: ReactNode;
  title?: string;
  children: ReactNode;
}

export const Badge = ({ tone, icon, title, children }: Props) => (
  <span className={tone ? `ui-badge ui-badge-${tone}` : 'ui-badge'} title={title}>
    {icon}
    <span>{children}</span>
  </span>
);
