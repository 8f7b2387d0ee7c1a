import type { StudentProfile, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { doneIn, neededIn, nextFlow, newFlow, type Flow } from './flow.ts';
import { isConfirmed, type Owner, type PendingMark } from './pending/pending-mark.ts';
import { currentStep, requirementsOf, stepsOf } from './steps.ts';
import { submissionOf } from './submission.ts';
import { useDelivery } from './use-delivery.ts';

/** Where marking was when the page was left, with nothing to enter again. Whether it arrived meanwhile is not known. */
const restoredFlow = (kept: PendingMark | undefined): Flow => {
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

interface Situation {
  scan: VerifiedScan;
  profile: StudentProfile;
  owner: Owner;
  /** Was on its way when the page was left, and goes on by itself. */
  pending: PendingMark | undefined;
}

/** The marking of one session: what is needed, how far it is, and marking itself. */
export const useMarking = ({ scan, profile, owner, pending }: Situation) => {
  const [flow, tell] = useReducer(nextFlow, pending, restoredFlow);
  const { deliver, tryNow } = useDelivery(owner, tell);
  const known = requirementsOf({
    locationRequired: scan.location.required,
    requires: scan.requires,
    profile,
    deviceId: getDeviceId(),
  });
  const needs = neededIn(flow, known);
  const steps = stepsOf(needs);
  const step = currentStep(steps, doneIn(flow));
  /** `pin`: entered with the mark; else what was entered before counts. */
  const mark = (pin = flow.pin) => {
    if (pin !== undefined) tell({ type: 'pin-entered', pin });
    const submission = submissionOf(scan, { ...flow, pin });
    return deliver({ scan, submission, asksPasskey: needs.passkey, confirmedUntil: 0 });
  };
  const goOn = useEffectEvent(() => {
    if (pending && isConfirmed(pending)) void deliver(pending);
  });
  useEffect(() => goOn(), []);
  return { flow, needs, steps, step, tell, mark, tryNow };
};
export type Marking = ReturnType<typeof useMarking>;
