import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './page-header.css';
import { useDocumentTitle } from './use-document-title.ts';

interface Props {
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  back?: { to: string; label: string };
  /** Limits the header to a single line, for pages that need the height. */
  compact?: boolean;
}

export const PageHeader = ({ title, help, action, back, compact = false }: Props) => {
  useDocumentTitle(title);
  if (compact)
    return (
      <header className="compact-header">
        {back && (
          <Link to={back.to} aria-label={back.label} title={back.label} className="compact-header-back">
            <ArrowLeftOutlined aria-hidden />
          </Link>
        )}
        <h1 title={title}>{title}</h1>
        {action}
      </header>
    );
  return (
    <header className="page-header">
      {back && (
        <Link to={back.to} className="page-header-back action-link link">
          <ArrowLeftOutlined aria-hidden /> {back.label}
        </Link>
      )}
      <div className="page-header-row">
        <div className="grow">
          <h1 className="page-title">{title}</h1>
          {help && <p className="flush above-xxs muted">{help}</p>}
        </div>
        {action && <div>{action}</div>}
      </div>
    </header>
  );
};
