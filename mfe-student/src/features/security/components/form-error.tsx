import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';

/** What the server said against a form; nothing while all is well. */
export const FormError = ({ error, fallback }: { error: unknown; fallback: string }) =>
  error ? (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={messageOf(error, fallback)}
      style={{ marginBlockEnd: 16 }}
    />
  ) : null;
