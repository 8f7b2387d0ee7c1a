import type { FreshCode } from '@qr-attendance/contracts';
import { useState } from 'react';
import { useRefreshCode } from '../../shared/api/sessions.ts';
import { loadedCode } from '../../shared/code/rotation.ts';
import { useRotatingCode, type RotatingCode } from '../../shared/code/use-rotating-code.ts';

export const useSessionCode = (
  sessionId: string,
  code: FreshCode,
  receivedAt: number,
  unattended = false,
): RotatingCode => {
  const [loaded, setLoaded] = useState(() => loadedCode(code, receivedAt));
  // Loading the same code again must not change its due time.
  if (loaded.qrCode !== code.qrCode) setLoaded(loadedCode(code, receivedAt));
  return useRotatingCode({ known: loaded, refresh: useRefreshCode(sessionId, unattended) });
};
