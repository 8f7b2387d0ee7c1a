import { passkeyFailure, type PasskeyFailure } from '@qr-attendance/ui-kit/passkey';
import { ApiError, isCanceled, messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWait } from '../forms/format-wait.ts';

const WRONG_CODE = new Set(['second_factor_code_wrong', 'recovery_code_wrong']);
const PASSKEY_TEXT = {
  cancelled: 'passkey.canceled',
  known: 'passkey.known',
  unsupported: 'passkey.unsupported',
  broken: 'failed',
} as const satisfies Record<PasskeyFailure, string>;

interface Handlers {
  onWrong?: () => void;
  /** Called if the set-up must begin again. */
  onRestart?: () => void;
  /** Called if the person must begin the sign-in again. */
  onExpired?: ((problem: string) => void) | undefined;
}

/** Sends an answer. `wrong` is shown beside the code, and `problem` above the form. */
export const useAttempt = ({ onWrong, onRestart, onExpired }: Handlers = {}) => {
  const { t } = useTranslation('secondFactor');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();

  const explain = (failure: unknown): void => {
    const text = messageOf(
      failure,
      t(isCanceled(failure) ? 'failed' : PASSKEY_TEXT[passkeyFailure(failure)]),
    );
    const refusal = failure instanceof ApiError ? failure : undefined;
    const code = refusal?.code ?? '';
    if (WRONG_CODE.has(code)) {
      setWrong(text);
      onWrong?.();
    } else if (code === 'second_factor_expired' && onExpired) onExpired(text);
    else if (code === 'second_factor_locked' && refusal?.retryAfterSeconds !== undefined)
      setProblem(t('locked', { time: formatWait(refusal.retryAfterSeconds) }));
    else setProblem(text);
    if (code === 'second_factor_setup_missing') onRestart?.();
  };
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setWrong(undefined);
    setProblem(undefined);
    try {
      await work();
    } catch (failure) {
      explain(failure);
    }
    setBusy(false);
  };
  return { busy, wrong, problem, setWrong, attempt };
};
