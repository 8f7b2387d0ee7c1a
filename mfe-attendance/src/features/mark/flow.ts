import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import { newDelivery, nextDelivery, type Delivery, type DeliveryEvent } from './delivery.ts';
import type { Done, Needs } from './steps.ts';
import { retryableStepOf, recoveryActionOf, type RecoveryAction } from './recovery-actions.ts';

export type Position = NonNullable<AttendanceSubmission['location']>;

/** A refusal as the server tells it, or as this page found out itself; `code` is empty when no answer came. */
export interface Refusal {
  code: string;
  message: string;
}

export type Attempt =
  | { state: 'idle' }
  | { state: 'marking' }
  /** Until the next try, in ms since the epoch. */
  | { state: 'waiting'; until: number }
  /** Cannot be sent before the student has shown finger or face. */
  | { state: 'unconfirmed' }
  | { state: 'marked'; record: AttendanceRecord }
  /** Recorded by a server whose answer this page is too old to read. */
  | { state: 'recorded' }
  | { state: 'failed'; refusal: Refusal; recovery: RecoveryAction };

/** Marking as far as this page knows; what the student must do next follows from it (see steps.ts). */
export interface Flow {
  position: Position | undefined;
  /** JPEG as a data URL; in memory, and while it is on its way among the pending marks. */
  selfie: string | undefined;
  /** The second picture, after the prompt. */
  selfieAfterPrompt: string | undefined;
  /** The student chose to be looked at by the teacher instead. */
  withoutSelfie: boolean;
  pin: string | undefined;
  /** The server asked for a passkey, whatever this page knew. */
  passkeyAsked: boolean;
  /** Why a step that was done must be done again. */
  retryStep: { step: keyof Done; refusal: Refusal } | undefined;
  attempt: Attempt;
  delivery: Delivery;
}
export const newFlow: Flow = {
  position: undefined,
  selfie: undefined,
  selfieAfterPrompt: undefined,
  withoutSelfie: false,
  pin: undefined,
  passkeyAsked: false,
  retryStep: undefined,
  attempt: { state: 'idle' },
  delivery: newDelivery,
};

export type FlowEvent =
  | { type: 'located'; position: Position }
  | { type: 'selfie-taken'; selfie: string; afterPrompt?: string | undefined }
  | { type: 'selfie-waived' }
  | { type: 'pin-entered'; pin: string }
  | { type: 'marking' }
  | DeliveryEvent
  | { type: 'unconfirmed' }
  | { type: 'marked'; record: AttendanceRecord }
  | { type: 'recorded' }
  | { type: 'refused'; refusal: Refusal };

const refused = (flow: Flow, refusal: Refusal): Flow => {
  const passkeyAsked = flow.passkeyAsked || refusal.code === 'passkey_required';
  const answered = { ...flow, passkeyAsked, delivery: newDelivery };
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
    case 'marking':
      return { ...flow, attempt: { state: 'marking' } };
    case 'kept':
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

export const doneIn = ({ position, selfie, withoutSelfie, pin }: Flow): Done => ({
  location: position !== undefined,
  selfie: selfie !== undefined || withoutSelfie,
  pin: pin !== undefined,
});

/** Preferences changed on another device are not known to this page: what the server asked for counts as needed. */
export const neededIn = (flow: Flow, known: Needs): Needs => {
  const done = doneIn(flow);
  const asked = (step: keyof Done) => known[step] || done[step] || flow.retryStep?.step === step;
  return {
    ...known,
    location: asked('location'),
    selfie: asked('selfie'),
    pin: asked('pin'),
    passkey: known.passkey || flow.passkeyAsked,
  };
};
