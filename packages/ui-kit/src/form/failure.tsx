import { messageOf } from '@qr-attendance/web-kit';
import { Notice } from '../notice/notice.tsx';

interface Props {
  error: unknown;
  text: string;
}

export const Failure = ({ error, text }: Props) =>
  error ? <Notice type="error" title={messageOf(error, text)} className="below" /> : null;
