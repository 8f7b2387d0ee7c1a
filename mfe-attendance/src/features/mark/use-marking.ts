import type { StudentProfile, VerifiedScan } from '@qr-attendance/contracts';
import { getDeviceId } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { enteredBefore } from './entered.ts';
import { doneIn, neededIn, nextFlow, newFlow, type Flow } from './flow.ts';
import { isConfirmed, type Owner, type PendingMark } from './pending/pending-mark.ts';
import { currentStep, requirementsOf, stepsOf } from './steps.ts';
import { submissionOf } from './submission.ts';
import { useDelivery } from './use-delivery.ts';

/** Where marking was when the page was left, with nothing to enter again. Whether it arrived meanwhile is not known. */
const restoredFlow = (kept: PendingMark): Flow => {
  const { location, selfieImage, selfieAfterPrompt, withoutSelfie = false, pin } = kept.submission;
  return {
    ...newFlow,
    position: location,
    selfie: selfieImage,
    selfieAfterPrompt,
    withoutSelfie,
    pin,
    passkeyAsked: kept.asksPasskey,
    attempt: { state: isConfirmed(kept) ? 'marking' : 'unconfirmed' },
    delivery: { trouble: 'no-answer', mayHaveArrived: true, kept: true },
  };
};

const ofSituation = ({ scan, owner }: Situation) => ({ userId: owner.userId, sessionId: scan._id });

const startingFlow = (situation: Situation): Flow =>
  situation.pending
    ? restoredFlow(situation.pending)
    : { ...newFlow, ...enteredBefore.find(ofSituation(situation)) };

interface Situation {
  scan: VerifiedScan;
  profile: StudentProfile;
  owner: Owner;
  /** Was on its way when the page was left, and goes on by itself. */
  pending: PendingMark | undefined;
}

/** The marking of one session: what is needed, how far it is, and marking itself. */
export const useMarking = (situation: Situation) => {
  const { scan, profile, owner, pending } = situation;
  const [flow, tell] = useReducer(nextFlow, situation, startingFlow);
  const { userId, sessionId } = ofSituation(situation);
  const [isScannedAgain] = useState(() => enteredBefore.find({ userId, sessionId }) !== undefined);
  useEffect(() => {
    const { attempt } = flow;
    if (attempt.state === 'failed' && attempt.recovery === 'scan')
      enteredBefore.keep({ userId, sessionId }, flow);
    else if (attempt.state !== 'idle') enteredBefore.forget();
  }, [userId, sessionId, flow]);
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
  return { flow, needs, steps, step, tell, mark, tryNow, isScannedAgain };
};
export type Marking = ReturnType<typeof useMarking>;
