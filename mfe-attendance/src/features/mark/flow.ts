import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';
import type { Done, Needs } from './steps.ts';

export type Position = NonNullable<AttendanceSubmission['location']>;

/** A refusal as the server tells it, or as this page found out itself; `code` is empty when no answer came. */
export interface Refusal {
  code: string;
  message: string;
}
/** What helps after a failure: the same again, a fresh scan, the security page, or enrolling. */
export type WayOn = 'retry' | 'scan' | 'security' | 'enroll';

export type Attempt =
  | { state: 'idle' }
  | { state: 'marking' }
  | { state: 'marked'; record: AttendanceRecord }
  | { state: 'failed'; refusal: Refusal; wayOn: WayOn };

/** Marking as far as this page knows; what the student must do next follows from it (see steps.ts). */
export interface Flow {
  position: Position | undefined;
  /** JPEG as a data URL; only ever in memory. */
  selfie: string | undefined;
  pin: string | undefined;
  /** The server asked for a passkey, whatever this page knew. */
  passkeyAsked: boolean;
  /** Why a step that was done must be done again. */
  redo: { step: keyof Done; refusal: Refusal } | undefined;
  attempt: Attempt;
}
export const newFlow: Flow = {
  position: undefined,
  selfie: undefined,
  pin: undefined,
  passkeyAsked: false,
  redo: undefined,
  attempt: { state: 'idle' },
};

export type FlowEvent =
  | { type: 'located'; position: Position }
  | { type: 'selfie-taken'; selfie: string }
  | { type: 'pin-entered'; pin: string }
  | { type: 'marking' }
  | { type: 'marked'; record: AttendanceRecord }
  | { type: 'refused'; refusal: Refusal };

/** Refusals that another go at one step can mend, by the server's code. */
const redoOf: Record<string, keyof Done> = {
  wrong_pin: 'pin',
  pin_required: 'pin',
  pin_locked: 'pin',
  selfie_required: 'selfie',
  selfie_invalid: 'selfie',
  outside_radius: 'location',
  location_required: 'location',
};
const wayOnOf: Record<string, WayOn> = {
  ticket_invalid: 'scan',
  ticket_not_yours: 'scan',
  pin_not_set: 'security',
  unknown_device: 'security',
  passkey_not_set: 'security',
  passkey_unsupported: 'security',
  not_enrolled: 'enroll',
};

/** Whether a refusal, by the server's code, says that the ticket is no longer good. */
export const needsNewScan = (code: string): boolean => wayOnOf[code] === 'scan';

const refused = (flow: Flow, refusal: Refusal): Flow => {
  const passkeyAsked = flow.passkeyAsked || refusal.code === 'passkey_required';
  const step = redoOf[refusal.code];
  if (!step) {
    const wayOn = wayOnOf[refusal.code] ?? 'retry';
    return { ...flow, passkeyAsked, redo: undefined, attempt: { state: 'failed', refusal, wayOn } };
  }
  return {
    position: step === 'location' ? undefined : flow.position,
    selfie: step === 'selfie' ? undefined : flow.selfie,
    pin: step === 'pin' ? undefined : flow.pin,
    passkeyAsked,
    redo: { step, refusal },
    attempt: { state: 'idle' },
  };
};

export const nextFlow = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.type) {
    case 'located':
      return { ...flow, position: event.position, redo: undefined };
    case 'selfie-taken':
      return { ...flow, selfie: event.selfie, redo: undefined };
    case 'pin-entered':
      return { ...flow, pin: event.pin, redo: undefined };
    case 'marking':
      return { ...flow, attempt: { state: 'marking' } };
    case 'marked':
      return { ...flow, attempt: { state: 'marked', record: event.record } };
    case 'refused':
      return refused(flow, event.refusal);
  }
};

export const doneIn = ({ position, selfie, pin }: Flow): Done => ({
  location: position !== undefined,
  selfie: selfie !== undefined,
  pin: pin !== undefined,
});

/** Preferences changed on another device are not known to this page: what the server asked for counts as needed. */
export const neededIn = (flow: Flow, known: Needs): Needs => {
  const done = doneIn(flow);
  const asked = (step: keyof Done) => known[step] || done[step] || flow.redo?.step === step;
  return {
    ...known,
    location: asked('location'),
    selfie: asked('selfie'),
    pin: asked('pin'),
    passkey: known.passkey || flow.passkeyAsked,
  };
};
