import { isIncompatible } from '@qr-attendance/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createWakeableTimer } from './wakeable-timer.ts';
import { useMarkAttendance } from './api/mark-attendance.ts';
import { PasskeyError } from './request-passkey.ts';
import type { FlowEvent } from './flow.ts';
import { noteMarked } from './marked-sessions.ts';
import { deliverableUntil, isConfirmed, type Owner, type PendingMark } from './pending/pending-mark.ts';
import { keepWhileSending } from './pending/pending-marks.ts';
import { refusalOf } from './refusal-of.ts';
import { createRetryUntilResponse, Unmounted, DeadlineExceeded } from './retry-until-response.ts';
import { usePasskey } from './use-passkey.ts';

/** Sends a mark until the server has answered. Ends with the page; what is kept goes on when the student is back. */
export const useDelivery = (owner: Owner, tell: (event: FlowEvent) => void) => {
  const { t } = useTranslation('attendance');
  const markAttendance = useMarkAttendance();
  const confirm = usePasskey();
  const [timer] = useState(createWakeableTimer);
  const stay = useRef<AbortController>(undefined);
  useEffect(() => () => stay.current?.abort(), []);

  const deliver = async (first: PendingMark): Promise<void> => {
    stay.current?.abort();
    const { signal } = (stay.current = new AbortController());
    const untilAnswered = createRetryUntilResponse({ pause: timer.pause, tell, signal });
    const { keep, forget } = keepWhileSending(owner, (kept) => tell({ type: 'kept', kept }));
    const send = async () => {
      keep(first);
      const mark = isConfirmed(first) ? first : await confirm(first, untilAnswered);
      if (mark !== first) keep(mark);
      return untilAnswered((until) => markAttendance(mark.submission, until), {
        ticket: deliverableUntil(mark.scan),
        passkey: mark.asksPasskey ? mark.confirmedUntil : undefined,
      });
    };

    tell({ type: 'marking' });
    try {
      const record = await send();
      void forget();
      noteMarked({ userId: owner.userId, sessionId: record.session._id });
      tell({ type: 'marked', record });
    } catch (error) {
      // Leaving closes the browser's own dialogue too.
      if (error instanceof Unmounted || (signal.aborted && error instanceof PasskeyError)) return;
      if (error instanceof DeadlineExceeded && error.what === 'passkey') return tell({ type: 'unconfirmed' });
      void forget();
      if (!isIncompatible(error)) return tell({ type: 'refused', refusal: refusalOf(error, t) });
      noteMarked({ userId: owner.userId, sessionId: first.scan._id });
      tell({ type: 'recorded' });
    }
  };
  return { deliver, tryNow: timer.wake };
};
