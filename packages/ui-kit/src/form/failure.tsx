import { messageOf } from '@qr-attendance/web-kit';
import Alert from 'antd/es/alert';

interface Props {
  error: unknown;
  text: string;
}

export const Failure = ({ error, text }: Props) =>
  error ? (
    <Alert type="error" showIcon role="alert" title={messageOf(error, text)} style={{ marginBlockEnd: 16 }} />
  ) : null;
