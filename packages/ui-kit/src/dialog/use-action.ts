import { isCanceled, messageOf } from '@qr-attendance/web-kit';
import { useState } from 'react';
import { useNotify } from '../notify.tsx';

export interface Action<Result> {
  act: () => Promise<Result>;
  done?: string | ((result: Result) => string | undefined) | undefined;
  failure: string;
}

/** Runs an action and reports its outcome, even after its dialog was closed. */
export const useAction = <Result>({ act, done, failure }: Action<Result>) => {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const result = await act();
      const text = typeof done === 'function' ? done(result) : done;
      if (text !== undefined) notify.success(text);
    } catch (error) {
      if (!isCanceled(error)) notify.error(messageOf(error, failure));
    }
    setBusy(false);
  };
  return { busy, run };
};
