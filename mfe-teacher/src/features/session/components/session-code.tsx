import type { FreshCode } from '@qr-attendance/contracts';
import Card from 'antd/es/card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshCode } from '../../../shared/api/refresh-code.ts';
import { CodePanel } from '../../../shared/code/code-panel.tsx';
import { loadedCode } from '../../../shared/code/rotation.ts';
import { useRotatingCode } from '../../../shared/code/use-rotating-code.ts';

/** Specification, section 9. */
const QR_SIZE = 200;

interface Props {
  sessionId: string;
  code: FreshCode;
  /** When it was read, in ms. */
  receivedAt: number;
}

export const SessionCode = ({ sessionId, code, receivedAt }: Props) => {
  const { t } = useTranslation('teacher');
  const [known, setKnown] = useState(() => loadedCode(code, receivedAt));
  // Reading the same code again says nothing new of when it dies.
  if (known.qrCode !== code.qrCode) setKnown(loadedCode(code, receivedAt));
  const rotating = useRotatingCode({ known, refresh: useRefreshCode(sessionId) });
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>{t('session.qrTitle')}</h2>}>
      <CodePanel code={rotating} size={QR_SIZE} />
    </Card>
  );
};
