import Alert from 'antd/es/alert';
import Card from 'antd/es/card';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  title: string;
  /** What the server or the form says went wrong. */
  error?: string | undefined;
  other: { to: string; label: string };
  children: ReactNode;
}

/** The card that holds the sign-in and registration forms. */
export const FormCard = ({ title, error, other, children }: Props) => (
  <Card style={{ maxWidth: 480, margin: '0 auto' }} styles={{ body: { padding: 'clamp(16px, 4vw, 32px)' } }}>
    <h1 style={{ fontSize: 26, margin: '0 0 20px' }}>{title}</h1>
    {error && <Alert type="error" showIcon title={error} role="alert" style={{ marginBlockEnd: 20 }} />}
    {children}
    <p style={{ margin: '16px 0 0', textAlign: 'center' }}>
      <Link to={other.to} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
        {other.label}
      </Link>
    </p>
  </Card>
);
