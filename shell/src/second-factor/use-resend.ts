import { isTransient } from '@qr-attendance/web-kit';
import { useRef } from 'react';

/**
 * Sends an answer of a passkey. If the response was lost, sends the same answer the next time, because the server may
 * have accepted it.
 */
export const useResend = <Answer>() => {
  const unanswered = useRef<Answer>(undefined);
  return async (
    prepare: () => Promise<Answer>,
    send: (answer: Answer) => Promise<unknown>,
  ): Promise<void> => {
    const answer = unanswered.current ?? (await prepare());
    try {
      unanswered.current = answer;
      await send(answer);
      unanswered.current = undefined;
    } catch (failure) {
      if (!isTransient(failure)) unanswered.current = undefined;
      throw failure;
    }
  };
};
