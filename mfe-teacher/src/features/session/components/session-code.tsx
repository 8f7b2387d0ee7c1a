import type { FreshCode } from '@qr-attendance/contracts';
import { CodePanel } from '../../../shared/code/code-panel.tsx';
import { useSessionCode } from '../use-session-code.ts';

/** Specification, section 9. */
export const QR_SIZE = 200;

interface Props {
  sessionId: string;
  code: FreshCode;
  /** When it was read, in ms. */
  receivedAt: number;
}

export const SessionCode = ({ sessionId, code, receivedAt }: Props) => (
  <CodePanel code={useSessionCode(sessionId, code, receivedAt)} size={QR_SIZE} />
);
