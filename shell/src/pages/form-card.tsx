import { useDocumentTitle } from '@qr-attendance/ui-kit';
import Alert from 'antd/es/alert';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';

interface Props {
  title: string;
  /** What the server or the form says went wrong. */
  error?: string | undefined;
  other: { to: string; label: string };
  children: ReactNode;
}

/** Holds the sign-in and registration forms. Not antd's Card: that brings tabs and menus along to the lightest pages. */
export const FormCard = ({ title, error, other, children }: Props) => {
  useDocumentTitle(title);
  const { state } = useLocation();
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the end of a long form, the reason at its top.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView?.({ block: 'center' });
  }, [error]);
  return (
    <section className="form-card">
      <h1>{title}</h1>
      {error && (
        <div ref={alert} style={{ marginBlockEnd: 20 }}>
          <Alert type="error" showIcon title={error} role="alert" />
        </div>
      )}
      {children}
      <p className="form-card-other">
        {/* The page that asked for a sign-in is remembered on this detour too. */}
        <Link to={other.to} state={state}>
          {other.label}
        </Link>
      </p>
    </section>
  );
};
