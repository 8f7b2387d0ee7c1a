import type { FreshCode } from '@qr-attendance/contracts';
import { useTranslation } from 'react-i18next';
import { CodePanel } from '../../../shared/code/code-panel.tsx';
import { SectionCard } from '../../../shared/section-card.tsx';
import { useSessionCode } from '../use-session-code.ts';

/** Specification, section 9. */
export const QR_SIZE = 200;

interface Props {
  sessionId: string;
  code: FreshCode;
  /** When it was read, in ms. */
  receivedAt: number;
}

export const SessionCode = ({ sessionId, code, receivedAt }: Props) => {
  const { t } = useTranslation('teacher');
  const rotating = useSessionCode(sessionId, code, receivedAt);
  return (
    <SectionCard title={t('session.qrTitle')}>
      <CodePanel code={rotating} size={QR_SIZE} />
    </SectionCard>
  );
};
