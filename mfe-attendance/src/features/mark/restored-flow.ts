import { newFlow, type Flow } from './flow.ts';
import { isConfirmed, type PendingMark } from './pending/pending-mark.ts';

/** Where marking was when the page was left, with nothing to enter again. Whether it arrived meanwhile is not known. */
export const restoredFlow = (kept: PendingMark | undefined): Flow => {
  if (!kept) return newFlow;
  const { location, selfieImage, withoutSelfie = false, pin } = kept.submission;
  return {
    ...newFlow,
    position: location,
    selfie: selfieImage,
    withoutSelfie,
    pin,
    passkeyAsked: kept.asksPasskey,
    attempt: { state: isConfirmed(kept) ? 'marking' : 'unconfirmed' },
    delivery: { trouble: 'no-answer', mayHaveArrived: true, kept: true },
  };
};
