import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './page-header.css';
import { useDocumentTitle } from './use-document-title.ts';
import { tokens } from './tokens/tokens.ts';

interface Props {
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  back?: { to: string; label: string };
  /** A single line, for pages that need the height. */
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
    <header style={{ marginBlockEnd: tokens.marginLG }}>
      {back && (
        <Link
          to={back.to}
          className="page-header-back"
          style={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 8,
            minHeight: 44,
            color: tokens.colorLink,
          }}
        >
          <ArrowLeftOutlined aria-hidden /> {back.label}
        </Link>
      )}
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: tokens.margin,
          alignItems: 'flex-end',
          justifyContent: 'space-between',
        }}
      >
        <div style={{ minWidth: 0, flex: '1 1 260px' }}>
          <h1
            style={{
              margin: 0,
              fontSize: tokens.fontSizeHeading3,
              lineHeight: tokens.lineHeightHeading3,
              fontWeight: 650,
              letterSpacing: '-0.01em',
              overflowWrap: 'anywhere',
            }}
          >
            {title}
          </h1>
          {help && (
            <p style={{ margin: '4px 0 0', color: tokens.colorTextSecondary, overflowWrap: 'anywhere' }}>
              {help}
            </p>
          )}
        </div>
        {action && <div>{action}</div>}
      </div>
    </header>
  );
};
