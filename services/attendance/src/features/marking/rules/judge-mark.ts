import type { AttendanceSubmission, FlagReason, StudentSecurity } from '@qr-attendance/contracts';
import {
  DomainError,
  forbidden,
  notFound,
  type Peppers,
  pepperVersionOf,
  type PinVerifier,
  suspendedError,
} from '@qr-attendance/server';
import { judgeTime } from '../../../core/scans/rules/judge-time.ts';
import type { KnownSession, Projection } from '../../../projections/rules/known-session.ts';
import {
  collectProofs,
  judgePin,
  judgeWaitingPasskeys,
  type PinAttempts,
  type PinAttempt,
  type PinComparison,
  type Proofs,
  requiredChecks,
} from './judge-proofs.ts';
import { type LastLocation, judgeLocation, type CheckedLocation } from './judge-location.ts';
import { judgeDevice, registeredDevice, signatureMissingError, type MarkOrigin } from './judge-device.ts';
import { judgeNetwork } from './judge-network.ts';

export interface Guest {
  freePlaces: number;
  /** The owner has verified the account's address, or the institution knows the person. */
  isProven: boolean;
}

export interface MarkFacts {
  session: KnownSession | null;
  /** Null after the session. */
  positionSalt: string | null;
  lastPlace: LastLocation | null;
  /** The student's course; the session's course for guests. */
  course: { id: string; name: string; code: string } | null;
  person: { name: string; email: string } | null;
  /** The account was suspended, erased or merged into another one, perhaps after its token was verified. */
  blocked: boolean;
  enrolled: boolean;
  /** A membership covers the session. Without a membership, the mark is recorded but does not count. */
  inSection: boolean;
  /** Null if the student is in one of the session's courses, or if the courses accept no guests. */
  asGuest: Guest | null;
  security: StudentSecurity | null;
  pinAttempts: PinAttempts | null;
}

export interface AcceptedMark extends Proofs {
  accepted: true;
  /** The mark has the time of its judgment, so that time and lateness agree. */
  at: Date;
  session: KnownSession;
  course: NonNullable<MarkFacts['course']>;
  person: NonNullable<MarkFacts['person']>;
  checksPin: boolean;
  oldVerifier: PinVerifier | undefined;
  deviceId: string | undefined;
  asGuest: Guest | null;
  /** The mark is recorded but does not count. */
  isGuest: boolean;
  place: Omit<CheckedLocation, 'flags'> | undefined;
  /** Hashes that find equal browsers are deleted soon after the session, so later marks store none. */
  comparesBrowsers: boolean;
}
export interface RejectedMark {
  accepted: false;
  refusal: DomainError;
  restsOn?: Projection;
  wrongPin?: PinAttempt;
  rightPin?: true;
}
export type Verdict = AcceptedMark | RejectedMark;
interface UndecidedMark extends PinComparison {
  accepted: false;
  refusal?: undefined;
}

export const tooManyGuestsError = ({ isProven }: Guest): DomainError =>
  isProven
    ? forbidden('too_many_guests', 'This class has no room for more guests. Ask your teacher to add you.')
    : forbidden(
        'too_many_unproven_guests',
        'This class has no room for more guests whose email address is not verified. Verify yours, or ask your teacher to add you.',
      );

const refuse = (refusal: DomainError, restsOn?: Projection): RejectedMark => ({
  accepted: false,
  refusal,
  ...(restsOn ? { restsOn } : {}),
});

export interface Circumstances extends MarkOrigin {
  peppers: Peppers;
  now: Date;
  pinTry?: PinAttempt | undefined;
  flags?: FlagReason[];
}

/** A replica that only has an older pepper never replaces a newer verifier. */
const findOldVerifier = ({ pinVerifier }: StudentSecurity, { current }: Peppers): PinVerifier | undefined =>
  pinVerifier && pepperVersionOf(pinVerifier) < current ? pinVerifier : undefined;

/** Ignores the status and checks that the phone claims. */
export const judgeMark = (
  facts: MarkFacts,
  submission: AttendanceSubmission,
  circumstances: Circumstances,
): Verdict | UndecidedMark => {
  const { session, course, person, security, pinAttempts } = facts;
  const { now, address, device, flags = [] } = circumstances;
  if (!session) return refuse(notFound('Session'), 'session');
  if (!course) return refuse(notFound('Course'), 'course');
  if (!person) return refuse(notFound('User'), 'person');
  if (facts.blocked) return refuse(suspendedError());
  const wrongTime = judgeTime(session, now, flags.includes('delivered_late'));
  if (wrongTime) return refuse(wrongTime, 'session');
  const { asGuest } = facts;
  if (!facts.enrolled && !asGuest)
    return refuse(forbidden('not_enrolled', 'You are not enrolled in this course.'), 'enrollment');
  if (asGuest && asGuest.freePlaces <= 0) return refuse(tooManyGuestsError(asGuest), 'enrollment');
  if (session.policy.allowUnsigned === false && flags.includes('unsigned'))
    return refuse(signatureMissingError(), 'session');
  const wrongNetwork = judgeNetwork(session.policy.networks, address);
  if (wrongNetwork) return refuse(wrongNetwork, 'session');
  if (!security) return refuse(notFound('Student'), 'security');
  const required = requiredChecks(session.policy, security.preferences);
  // The device is judged first, because only a teacher can help, and this refusal shows the teacher the
  // device.
  const wrongDevice = required.requireDevice && judgeDevice(security, { device, now });
  if (wrongDevice) return refuse(wrongDevice, 'security');
  const waitingPasskey = required.requirePasskey && judgeWaitingPasskeys(security, now);
  if (waitingPasskey) return refuse(waitingPasskey, 'security');
  const place = judgeLocation({ ...facts, session }, submission, circumstances);
  if (place instanceof DomainError) return refuse(place, 'session');
  const refusedPin = required.requirePin && judgePin({ security, pinAttempts }, submission, circumstances);
  if (refusedPin)
    return 'needsPinTry' in refusedPin
      ? { accepted: false, ...refusedPin }
      : { accepted: false, restsOn: 'security', ...refusedPin };
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
    asGuest: facts.asGuest,
    isGuest: !facts.enrolled || !facts.inSection,
    place,
    comparesBrowsers: facts.positionSalt !== null,
    flags: [...flags, ...(place?.flags ?? []), ...proofs.flags],
  };
};
