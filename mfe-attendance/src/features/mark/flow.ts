import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import type { RetryReason } from './retry-policy.ts';
import type { CompletedSteps, MarkNeeds } from './steps.ts';
import { retryableStepOf, recoveryActionOf, type RecoveryAction } from './recovery-actions.ts';

export type Position = NonNullable<AttendanceSubmission['location']>;

export interface Refusal {
  code: string;
  message: string;
}

interface Delivery {
  trouble: RetryReason | undefined;
  /** A request got no response, so the mark may have been recorded. */
  mayHaveArrived: boolean;
  isStored: boolean;
}
const initialDelivery: Delivery = { trouble: undefined, mayHaveArrived: false, isStored: false };

type DeliveryEvent =
  | { type: 'stored'; isStored: boolean }
  | { type: 'waiting'; until: number; because: RetryReason };

const nextDelivery = (delivery: Delivery, event: DeliveryEvent): Delivery =>
  event.type === 'stored'
    ? { ...delivery, isStored: event.isStored }
    : {
        ...delivery,
        trouble: event.because,
        mayHaveArrived: delivery.mayHaveArrived || event.because !== 'offline',
      };

export type Attempt =
  | { state: 'idle' }
  | { state: 'marking' }
  /** The time of the next attempt, in epoch milliseconds. */
  | { state: 'waiting'; until: number }
  /** The student must confirm with a passkey before the mark can be sent. */
  | { state: 'unconfirmed' }
  | { state: 'marked'; record: AttendanceRecord }
  /** Recorded, but this page is too old to parse the answer. */
  | { state: 'recorded' }
  | { state: 'failed'; refusal: Refusal; recovery: RecoveryAction };

export interface Flow {
  position: Position | undefined;
  /**
   * A JPEG data URL. It is only kept in memory and, while the mark is being sent, in its encrypted pending
   * entry.
   */
  selfie: string | undefined;
  selfieAfterPrompt: string | undefined;
  withoutSelfie: boolean;
  pin: string | undefined;
  /** The server required a passkey that this page did not expect. */
  isPasskeyRequired: boolean;
  retryStep: { step: keyof CompletedSteps; refusal: Refusal } | undefined;
  attempt: Attempt;
  delivery: Delivery;
}
export const initialFlow: Flow = {
  position: undefined,
  selfie: undefined,
  selfieAfterPrompt: undefined,
  withoutSelfie: false,
  pin: undefined,
  isPasskeyRequired: false,
  retryStep: undefined,
  attempt: { state: 'idle' },
  delivery: initialDelivery,
};

export type FlowEvent =
  | { type: 'located'; position: Position }
  | { type: 'selfie-taken'; selfie: string; afterPrompt?: string | undefined }
  | { type: 'selfie-waived' }
  | { type: 'pin-entered'; pin: string }
  | { type: 'restarted' }
  | { type: 'marking' }
  | DeliveryEvent
  | { type: 'unconfirmed' }
  | { type: 'marked'; record: AttendanceRecord }
  | { type: 'recorded' }
  | { type: 'refused'; refusal: Refusal };

const refused = (flow: Flow, refusal: Refusal): Flow => {
  const isPasskeyRequired = flow.isPasskeyRequired || refusal.code === 'passkey_required';
  const answered = { ...flow, isPasskeyRequired, delivery: initialDelivery };
  const step = retryableStepOf[refusal.code];
  if (!step) {
    const recovery = recoveryActionOf[refusal.code] ?? 'retry';
    return { ...answered, retryStep: undefined, attempt: { state: 'failed', refusal, recovery } };
  }
  return {
    ...answered,
    position: step === 'location' ? undefined : flow.position,
    selfie: step === 'selfie' ? undefined : flow.selfie,
    selfieAfterPrompt: step === 'selfie' ? undefined : flow.selfieAfterPrompt,
    withoutSelfie: step !== 'selfie' && flow.withoutSelfie,
    pin: step === 'pin' ? undefined : flow.pin,
    retryStep: { step, refusal },
    attempt: { state: 'idle' },
  };
};

export const nextFlow = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.type) {
    case 'located':
      return { ...flow, position: event.position, retryStep: undefined };
    case 'selfie-taken':
      return {
        ...flow,
        selfie: event.selfie,
        selfieAfterPrompt: event.afterPrompt,
        withoutSelfie: false,
        retryStep: undefined,
      };
    case 'selfie-waived':
      return {
        ...flow,
        selfie: undefined,
        selfieAfterPrompt: undefined,
        withoutSelfie: true,
        retryStep: undefined,
      };
    case 'pin-entered':
      return { ...flow, pin: event.pin, retryStep: undefined };
    case 'restarted':
      return { ...flow, attempt: { state: 'idle' } };
    case 'marking':
      return { ...flow, attempt: { state: 'marking' } };
    case 'stored':
      return { ...flow, delivery: nextDelivery(flow.delivery, event) };
    case 'waiting':
      return {
        ...flow,
        attempt: { state: 'waiting', until: event.until },
        delivery: nextDelivery(flow.delivery, event),
      };
    case 'unconfirmed':
      return { ...flow, attempt: { state: 'unconfirmed' } };
    case 'marked':
      return { ...flow, attempt: { state: 'marked', record: event.record } };
    case 'recorded':
      return { ...flow, attempt: { state: 'recorded' } };
    case 'refused':
      return refused(flow, event.refusal);
  }
};

export const completedSteps = ({ position, selfie, withoutSelfie, pin }: Flow): CompletedSteps => ({
  location: position !== undefined,
  selfie: selfie !== undefined || withoutSelfie,
  pin: pin !== undefined,
});

/** Includes steps that the server required, because preferences may have changed on another device. */
export const requiredSteps = (flow: Flow, needs: MarkNeeds): MarkNeeds => {
  const done = completedSteps(flow);
  const isRequired = (step: keyof CompletedSteps) =>
    needs[step] || done[step] || flow.retryStep?.step === step;
  return {
    ...needs,
    location: isRequired('location'),
    selfie: isRequired('selfie'),
    pin: isRequired('pin'),
    passkey: needs.passkey || flow.isPasskeyRequired,
  };
};
