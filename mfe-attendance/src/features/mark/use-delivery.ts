import { isIncompatible } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createWakeableTimer } from './wakeable-timer.ts';
import { useMarkAttendance } from './api.ts';
import { PasskeyError } from './request-passkey.ts';
import type { FlowEvent } from './flow.ts';
import { rememberMarked } from './marked-sessions.ts';
import { deliverableUntil, isConfirmed, type MarkOwner, type PendingMark } from './pending/pending-mark.ts';
import { createPendingMarkStore } from './pending/pending-marks.ts';
import { refusalOf } from './refusal-of.ts';
import { createRetryUntilResponse, UnmountedError, DeadlineExceededError } from './retry-until-response.ts';
import { usePasskey } from './use-passkey.ts';

/** Stops when the user leaves the page. A stored mark is sent when the user returns. */
export const useDelivery = (owner: MarkOwner, dispatch: (event: FlowEvent) => void) => {
  const { t } = useTranslation('attendance');
  const markAttendance = useMarkAttendance();
  const confirm = usePasskey();
  const [timer] = useState(createWakeableTimer);
  const stay = useRef<AbortController>(undefined);
  useEffect(() => () => stay.current?.abort(), []);

  const deliver = async (first: PendingMark): Promise<void> => {
    stay.current?.abort();
    const { signal } = (stay.current = new AbortController());
    const untilAnswered = createRetryUntilResponse({ pause: timer.pause, dispatch, signal });
    const { keep, forget } = createPendingMarkStore(owner, (isStored) =>
      dispatch({ type: 'stored', isStored }),
    );
    const send = async () => {
      keep(first);
      const mark = isConfirmed(first) ? first : await confirm(first, untilAnswered);
      if (mark !== first) keep(mark);
      return untilAnswered((until) => markAttendance(mark.submission, until), {
        ticket: deliverableUntil(mark.scan),
        passkey: mark.requiresPasskey ? mark.confirmationExpiresAt : undefined,
      });
    };

    dispatch({ type: 'marking' });
    try {
      const record = await send();
      void forget();
      rememberMarked({ userId: owner.userId, sessionId: record.session._id });
      dispatch({ type: 'marked', record });
    } catch (error) {
      // Leaving also closes the browser's passkey dialog, which raises an error.
      if (error instanceof UnmountedError || (signal.aborted && error instanceof PasskeyError)) return;
      if (error instanceof DeadlineExceededError && error.what === 'passkey')
        return dispatch({ type: 'unconfirmed' });
      void forget();
      if (!isIncompatible(error)) return dispatch({ type: 'refused', refusal: refusalOf(error, t) });
      rememberMarked({ userId: owner.userId, sessionId: first.scan._id });
      dispatch({ type: 'recorded' });
    }
  };
  return { deliver, tryNow: timer.wake };
};
