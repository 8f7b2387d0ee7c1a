import type { AttendanceRecord, AttendanceSubmission } from '@qr-attendance/contracts';

export type Position = NonNullable<AttendanceSubmission['location']>;

/** A refusal as the server tells it; `code` is empty when no answer came. */
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
  pin: string | undefined;
  /** Why a step that was done must be done again. */
  redo: { step: 'location' | 'pin'; message: string } | undefined;
  attempt: Attempt;
}
export const newFlow: Flow = {
  position: undefined,
  pin: undefined,
  redo: undefined,
  attempt: { state: 'idle' },
};

export type FlowEvent =
  | { type: 'located'; position: Position }
  | { type: 'pin-entered'; pin: string }
  | { type: 'marking' }
  | { type: 'marked'; record: AttendanceRecord }
  | { type: 'refused'; refusal: Refusal };

/** Refusals that another go at one step can mend, by the server's code. */
const redoOf: Record<string, 'location' | 'pin'> = {
  wrong_pin: 'pin',
  pin_required: 'pin',
  pin_locked: 'pin',
  outside_radius: 'location',
  location_required: 'location',
};
const wayOnOf: Record<string, WayOn> = {
  ticket_invalid: 'scan',
  ticket_not_yours: 'scan',
  pin_not_set: 'security',
  unknown_device: 'security',
  not_enrolled: 'enroll',
};

/** Whether a refusal, by the server's code, says that the ticket is no longer good. */
export const needsNewScan = (code: string): boolean => wayOnOf[code] === 'scan';

const refused = (flow: Flow, refusal: Refusal): Flow => {
  const step = redoOf[refusal.code];
  if (!step) {
    const wayOn = wayOnOf[refusal.code] ?? 'retry';
    return { ...flow, redo: undefined, attempt: { state: 'failed', refusal, wayOn } };
  }
  return {
    position: step === 'location' ? undefined : flow.position,
    pin: step === 'pin' ? undefined : flow.pin,
    redo: { step, message: refusal.message },
    attempt: { state: 'idle' },
  };
};

export const nextFlow = (flow: Flow, event: FlowEvent): Flow => {
  switch (event.type) {
    case 'located':
      return { ...flow, position: event.position, redo: undefined };
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
