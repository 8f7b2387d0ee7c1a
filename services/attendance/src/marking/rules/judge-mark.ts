import type { AttendanceSubmission, FlagReason, StudentSecurity } from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';
import {
  DomainError,
  forbidden,
  notFound,
  type Peppers,
  pepperVersionOf,
  type PinVerifier,
} from '@qr-attendance/server';
import { judgeTime } from '../../attendance/rules/session-time.ts';
import {
  collectProofs,
  judgePin,
  judgeWaitingPasskeys,
  type PinAttempts,
  type PinTry,
  type Proofs,
  requiredChecks,
} from './judge-proofs.ts';
import { type LastLocation, judgeLocation, type CheckedLocation } from './judge-location.ts';
import {
  judgeDevice,
  registeredDevice,
  judgeNetwork,
  signatureMissing,
  type MarkOrigin,
} from './judge-origin.ts';

/** What a mark is about. */
export interface MarkIds {
  sessionId: string;
  courseId: string;
  studentId: string;
}

/** What is known here of a mark's session and student; null where a projection lacks it. */
export interface MarkFacts {
  session: SessionState | null;
  /** Null once the session is over. */
  positionSalt: string | null;
  lastPlace: LastLocation | null;
  course: { name: string; code: string } | null;
  person: { name: string; email: string } | null;
  enrolled: boolean;
  security: StudentSecurity | null;
  pinAttempts: PinAttempts | null;
}
/** The projection that a refusal rests on; its owner is asked once before the refusal is final. */
type RestsOn = 'session' | 'course' | 'person' | 'enrollment' | 'security';

/** The mark may be written once its proofs have been found right. */
export interface Accepted extends Proofs {
  accepted: true;
  /** When it was judged, which is when the mark was made: late or not never contradicts its time. */
  at: Date;
  session: SessionState;
  course: NonNullable<MarkFacts['course']>;
  person: NonNullable<MarkFacts['person']>;
  /** The right PIN was given. */
  checksPin: boolean;
  /** What the right PIN was compared with, where a newer pepper has come since. */
  oldVerifier: PinVerifier | undefined;
  /** Id under which the device that signed is registered. */
  deviceId: string | undefined;
  place: Omit<CheckedLocation, 'flags'> | undefined;
}
export interface Rejected {
  accepted: false;
  refusal: DomainError;
  restsOn?: RestsOn;
  /** What was found out of the PIN before; neither where none was compared. */
  wrongPin?: PinTry;
  rightPin?: true;
  /** To be judged once more with a try of the PIN that was counted. */
  needsPinTry?: true;
}
export type Verdict = Accepted | Rejected;

const refuse = (refusal: DomainError, restsOn?: RestsOn): Rejected => ({
  accepted: false,
  refusal,
  ...(restsOn ? { restsOn } : {}),
});

/** What the verdict depends on besides the facts and the submission. */
export interface Circumstances extends MarkOrigin {
  peppers: Peppers;
  /** When it was made: as it arrives, or before where bad Wi-Fi held it up. */
  now: Date;
  /** The try by which the PIN may be compared, once it is counted. */
  pinTry?: PinTry | undefined;
  /** Flags raised while the mark was delivered. */
  flags?: FlagReason[];
}

/** Also where this replica's own pepper is the older one, it is no reason to go back to that. */
const findOldVerifier = ({ pinVerifier }: StudentSecurity, { current }: Peppers): PinVerifier | undefined =>
  pinVerifier && pepperVersionOf(pinVerifier) < current ? pinVerifier : undefined;

/** Decides on a mark from what is known here. Nothing the phone says of status or checks counts. */
export const judgeMark = (
  facts: MarkFacts,
  submission: AttendanceSubmission,
  circumstances: Circumstances,
): Verdict => {
  const { session, course, person, security, pinAttempts } = facts;
  const { now, address, device, flags = [] } = circumstances;
  if (!session) return refuse(notFound('Session'), 'session');
  if (!course) return refuse(notFound('Course'), 'course');
  if (!person) return refuse(notFound('User'), 'person');
  const wrongTime = judgeTime(session, now, flags.includes('delivered_late'));
  if (wrongTime) return refuse(wrongTime, 'session');
  if (!facts.enrolled)
    return refuse(forbidden('not_enrolled', 'You are not enrolled in this course.'), 'enrollment');
  if (session.policy.allowUnsigned === false && flags.includes('unsigned'))
    return refuse(signatureMissing(), 'session');
  const wrongNetwork = judgeNetwork(session.policy.networks, address);
  if (wrongNetwork) return refuse(wrongNetwork, 'session');
  if (!security) return refuse(notFound('Student'), 'security');
  const required = requiredChecks(session.policy, security.preferences);
  // Before what else is asked for: only a teacher can help, and learns of it by this refusal.
  const wrongDevice = required.requireDevice && judgeDevice(security, { device, now });
  if (wrongDevice) return refuse(wrongDevice, 'security');
  const waitingPasskey = required.requirePasskey && judgeWaitingPasskeys(security, now);
  if (waitingPasskey) return refuse(waitingPasskey, 'security');
  const place = judgeLocation({ ...facts, session }, submission, circumstances);
  if (place instanceof DomainError) return refuse(place, 'session');
  const refusedPin = required.requirePin && judgePin({ security, pinAttempts }, submission, circumstances);
  if (refusedPin) return { accepted: false, restsOn: 'security', ...refusedPin };
  const proofs = collectProofs(required, security, submission, now);
  if (proofs instanceof DomainError)
    return { ...refuse(proofs, 'security'), ...(required.requirePin ? { rightPin: true } : {}) };
  return {
    ...proofs,
    accepted: true,
    at: now,
    session,
    course,
    person,
    checksPin: required.requirePin,
    oldVerifier: required.requirePin ? findOldVerifier(security, circumstances.peppers) : undefined,
    deviceId: registeredDevice(security, device)?.deviceId,
    place,
    flags: [...flags, ...(place?.flags ?? []), ...proofs.flags],
  };
};
