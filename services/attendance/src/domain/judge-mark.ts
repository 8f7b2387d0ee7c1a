import {
  type AttendanceStatus,
  type AttendanceSubmission,
  type StudentSecurity,
} from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { matchesPin, Refused } from '@qr-attendance/service-kit';
import { collectProofs, type Proofs } from './collect-proofs.ts';
import { checkDistance } from './distance.ts';
import { minutesLocked, PIN_LOCK_MINUTES, type PinAttempts } from './pin-lock.ts';

/** What is known here of a mark's session and student; null where a projection lacks it. */
export interface MarkContext {
  session: SessionChanged | null;
  courseKnown: boolean;
  personKnown: boolean;
  enrolled: boolean;
  security: StudentSecurity | null;
  pinAttempts: PinAttempts | null;
}
/** A projection that a refusal rests on; its owner is asked once before the refusal is final. */
export type Projection = 'session' | 'course' | 'person' | 'enrolment' | 'security';

/** The mark may be written once its proofs have been found right. */
export interface Accepted extends Proofs {
  accepted: true;
  session: SessionChanged;
  status: AttendanceStatus;
}
export type Verdict = Accepted | { accepted: false; refusal: Refused; restsOn?: Projection; wrongPin?: true };

const refuse = (refusal: Refused, restsOn?: Projection): Verdict => ({
  accepted: false,
  refusal,
  ...(restsOn ? { restsOn } : {}),
});
const forbidden = (code: string, message: string, details?: Record<string, unknown>) =>
  new Refused('forbidden', code, message, details);
const unknown = (what: string) => new Refused('not_found', 'not_found', `${what} not found`);

/** LATE from the session's threshold on; the server's clock alone counts. */
export const statusAt = (session: SessionChanged, now: Date): AttendanceStatus => {
  const lateFrom = Date.parse(session.startTime) + session.lateAfterMinutes * 60_000;
  return session.lateAfterMinutes > 0 && now.getTime() >= lateFrom ? 'LATE' : 'PRESENT';
};

const judgeTime = (session: SessionChanged, now: Date): Refused | undefined => {
  const ended = !session.active || (session.endTime && Date.parse(session.endTime) <= now.getTime());
  if (ended) return forbidden('session_ended', 'This session has ended.');
  if (Date.parse(session.startTime) > now.getTime())
    return forbidden('session_not_begun', 'This session has not begun yet.');
  return undefined;
};

const judgePlace = (session: SessionChanged, { location }: AttendanceSubmission): Refused | undefined => {
  if (!session.location) return undefined;
  if (!location) return forbidden('location_required', 'Location verification is required for this session.');
  const { withinRadius, distance, radius } = checkDistance(session.location, location);
  if (withinRadius) return undefined;
  return forbidden(
    'outside_radius',
    `You are ${distance}m away from the classroom. You must be within ${radius}m to mark attendance.`,
    { distance, radius },
  );
};

const judgeDevice = (security: StudentSecurity, { deviceId }: AttendanceSubmission): Refused | undefined => {
  if (!security.preferences.requireDeviceVerification) return undefined;
  if (deviceId && security.deviceIds.includes(deviceId)) return undefined;
  return forbidden(
    'unknown_device',
    'This device is not registered to you. Register it in Security Settings.',
  );
};

const judgePin = (
  { security, pinAttempts }: { security: StudentSecurity; pinAttempts: PinAttempts | null },
  { pin }: AttendanceSubmission,
  { pepper, now }: Rules,
): { refusal: Refused; wrongPin?: true } | undefined => {
  if (!security.preferences.requirePin) return undefined;
  if (!security.pinVerifier)
    return { refusal: forbidden('pin_not_set', 'Set an attendance PIN in Security Settings first.') };
  if (!pin) return { refusal: forbidden('pin_required', 'Your attendance PIN is required.') };
  const minutes = minutesLocked(pinAttempts, now);
  if (minutes > 0) return { refusal: pinLocked(minutes) };
  if (matchesPin(pepper, security.pinVerifier, pin)) return undefined;
  return { refusal: forbidden('wrong_pin', 'The PIN is not right.'), wrongPin: true };
};

/** Told after too many wrong PINs. */
export const pinLocked = (minutes = PIN_LOCK_MINUTES): Refused =>
  new Refused('too_many', 'pin_locked', `Too many wrong PINs. Try again in ${minutes} min.`, { minutes });

/** What the verdict depends on besides the context and the submission. */
export interface Rules {
  pepper: string;
  now: Date;
}

/** Decides on a mark from what is known here. Nothing the phone says of status or checks counts. */
export const judgeMark = (context: MarkContext, submission: AttendanceSubmission, rules: Rules): Verdict => {
  const { session, security } = context;
  if (!session) return refuse(unknown('Session'), 'session');
  if (!context.courseKnown) return refuse(unknown('Course'), 'course');
  if (!context.personKnown) return refuse(unknown('User'), 'person');
  const wrongTime = judgeTime(session, rules.now);
  if (wrongTime) return refuse(wrongTime);
  if (!context.enrolled)
    return refuse(forbidden('not_enrolled', 'You are not enrolled in this course.'), 'enrolment');
  const wrongPlace = judgePlace(session, submission);
  if (wrongPlace) return refuse(wrongPlace);
  if (!security) return refuse(unknown('Student'), 'security');
  const wrongDevice = judgeDevice(security, submission);
  if (wrongDevice) return refuse(wrongDevice, 'security');
  const wrongPin = judgePin({ security, pinAttempts: context.pinAttempts }, submission, rules);
  if (wrongPin) return { accepted: false, restsOn: 'security', ...wrongPin };
  const proofs = collectProofs(security, submission);
  if (proofs instanceof Refused) return refuse(proofs, 'security');
  return { accepted: true, session, status: statusAt(session, rules.now), ...proofs };
};
