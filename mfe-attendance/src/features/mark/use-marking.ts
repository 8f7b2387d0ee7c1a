import type { StudentProfile } from '@qr-attendance/contracts';
import { getDeviceId, serverTime, type ReceivedScan } from '@qr-attendance/web-kit';
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { enteredValues } from './entered.ts';
import { completedSteps, requiredSteps, nextFlow, initialFlow, type Flow } from './flow.ts';
import { isConfirmed, type MarkOwner, type PendingMark } from './pending/pending-mark.ts';
import { currentStep, needsOf, stepsOf } from './steps.ts';
import { submissionOf } from './submission.ts';
import { useDelivery } from './use-delivery.ts';

/**
 * Tolerates clock differences, because the network delays the answer to the scan, and a device that was
 * registered a moment ago must be accepted. The server makes the final decision.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/** Restores a mark that was being sent when the user left the page. The server may have received it. */
const restoredFlow = (mark: PendingMark): Flow => {
  const { location, selfieImage, selfieAfterPrompt, withoutSelfie = false, pin } = mark.submission;
  return {
    ...initialFlow,
    position: location,
    selfie: selfieImage,
    selfieAfterPrompt,
    withoutSelfie,
    pin,
    isPasskeyRequired: mark.requiresPasskey,
    attempt: { state: isConfirmed(mark) ? 'marking' : 'unconfirmed' },
    delivery: { trouble: 'no-answer', mayHaveArrived: true, isStored: true },
  };
};

const sessionKeyOf = ({ scan, owner }: Situation) => ({ userId: owner.userId, sessionId: scan._id });

const startingFlow = (situation: Situation): Flow =>
  situation.pending
    ? restoredFlow(situation.pending)
    : { ...initialFlow, ...enteredValues.find(sessionKeyOf(situation)) };

interface Situation {
  scan: ReceivedScan;
  profile: StudentProfile;
  owner: MarkOwner;
  pending: PendingMark | undefined;
}

export const useMarking = (situation: Situation) => {
  const { scan, profile, owner, pending } = situation;
  const [flow, dispatch] = useReducer(nextFlow, situation, startingFlow);
  const { userId, sessionId } = sessionKeyOf(situation);
  const [isScannedAgain] = useState(() => enteredValues.find({ userId, sessionId }) !== undefined);
  useEffect(() => {
    const { attempt } = flow;
    if (attempt.state === 'failed' && attempt.recovery === 'scan')
      enteredValues.keep({ userId, sessionId }, flow);
    else if (attempt.state !== 'idle') enteredValues.forget();
  }, [userId, sessionId, flow]);
  const { deliver, tryNow } = useDelivery(owner, dispatch);
  const knownNeeds = needsOf(
    {
      locationRequired: scan.location.required,
      requires: scan.requires,
      profile,
      deviceId: getDeviceId(),
    },
    serverTime(scan) + CLOCK_TOLERANCE_MS,
  );
  const needs = requiredSteps(flow, knownNeeds);
  const steps = stepsOf(needs);
  const step = currentStep(steps, completedSteps(flow));
  /** Uses the PIN that was entered before unless another one is given. */
  const mark = (pin = flow.pin) => {
    if (pin !== undefined) dispatch({ type: 'pin-entered', pin });
    const submission = submissionOf(scan, { ...flow, pin });
    return deliver({ scan, submission, requiresPasskey: needs.passkey, confirmationExpiresAt: 0 });
  };
  const resume = useEffectEvent(() => {
    if (pending && isConfirmed(pending)) void deliver(pending);
  });
  useEffect(() => resume(), []);
  return { flow, needs, steps, step, dispatch, mark, tryNow, isScannedAgain };
};
export type MarkingState = ReturnType<typeof useMarking>;
