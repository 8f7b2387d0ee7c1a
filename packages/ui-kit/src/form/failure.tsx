import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';

interface Props {
  error: unknown;
  /** Said where the server gives no text of its own. */
  text: string;
}

/** Why what was sent did not work, above what sends it. */
export const Failure = ({ error, text }: Props) =>
  error ? (
    <Alert type="error" showIcon role="alert" title={messageOf(error, text)} style={{ marginBlockEnd: 16 }} />
  ) : null;
