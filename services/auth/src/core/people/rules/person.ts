import type {
  DeviceKey,
  Passkey,
  PasskeyVerifier,
  PersonValues,
  Profile,
  RegisteredDevice,
  SecurityPreferences,
  StudentSecurity,
  User,
} from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import { conflict, DomainError, forbidden, type PinVerifier } from '@qr-attendance/server';

export interface StoredDevice extends RegisteredDevice {
  key: DeviceKey | null;
}
export interface StoredPasskey extends Passkey, PasskeyVerifier {
  countsFrom: string;
}

export interface StudentDetails {
  usn: string;
  regNo: string;
  department: string;
  /** Null only for people without an account. */
  semester: number | null;
  preferences: SecurityPreferences;
  pinVerifier: PinVerifier | null;
  devices: StoredDevice[];
  /** The last removal of a device with a key. A device that replaces it has a cool-down. */
  deviceRemovedAt: Date | null;
  firstDeviceAt: Date | null;
  firstPasskeyAt: Date | null;
  selfieConsentAt: Date | null;
  passkeys: StoredPasskey[];
  securityVersion: number;
}
export interface TeacherDetails {
  employeeId: string;
  department: string;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  /** A link sent to the address has been used. Until then, no other emails are sent to the address. */
  emailVerified: boolean;
  newEmail: string | null;
  /** End of the time in which the person may correct the name, because somebody else may have typed it. */
  nameOpenUntil: Date | null;
  version: number;
  createdAt: Date;
  language: string | null;
  suspension: { at: Date; because: string } | null;
  erased: boolean;
  /** False for people on rosters who have no account. */
  registered: boolean;
  institutionId: string | null;
  /** When the person was withdrawn; always null for people with an account. */
  withdrawnAt: Date | null;
  /** The person that this record was merged into; null after a merge was undone. */
  mergedInto: string | null | undefined;
  signOuts: number;
  signedOut: { at: Date; until: Date } | null;
  passkeys: StoredPasskey[];
  details:
    | { userType: 'STUDENT'; student: StudentDetails }
    | { userType: 'TEACHER'; teacher: TeacherDetails }
    | { userType: 'ADMIN' };
}

export const signedOutError = () => new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');

export const emailTakenError = () =>
  conflict('email_taken', 'An account with this email address already exists.');

export const notYourselfError = () =>
  forbidden('not_yourself', 'You cannot do this to your own account. Ask another administrator.');

export const isMerged = ({ mergedInto }: Pick<Person, 'mergedInto'>): boolean =>
  typeof mergedInto === 'string';

export const isBlocked = (person: Person): boolean =>
  person.suspension !== null || person.erased || person.withdrawnAt !== null || isMerged(person);

/**
 * Must be called only after the person has proved their identity, because the error reveals the account's
 * state.
 */
export const refuseBlocked = (person: Person): void => {
  if (person.suspension) throw forbidden('suspended', 'This account is suspended. Contact your institution.');
  if (isMerged(person))
    throw forbidden(
      'account_merged',
      'This account was merged with another account of yours. Sign in with the email address of that account.',
    );
};

export const userOf = ({ id, name, email, details }: Person): User => ({
  _id: id,
  name,
  email,
  userType: details.userType,
});

const isWaiting = ({ countsFrom }: { countsFrom: string }, now: Date): boolean =>
  Date.parse(countsFrom) > now.getTime();

export const devicesOf = ({ devices }: StudentDetails, now = new Date()): RegisteredDevice[] =>
  devices.map(({ key: _key, ...device }) => ({ ...device, waiting: isWaiting(device, now) }));

export const passkeysOf = ({ passkeys }: Pick<Person, 'passkeys'>, now = new Date()): Passkey[] =>
  passkeys.map(({ id, name, createdAt, countsFrom }) => ({
    id,
    name,
    createdAt,
    countsFrom,
    waiting: isWaiting({ countsFrom }, now),
  }));

export const personValuesOf = ({ name, email, institutionId, details }: Person): PersonValues => {
  const student = details.userType === 'STUDENT' ? details.student : undefined;
  const department = details.userType === 'TEACHER' ? details.teacher.department : student?.department;
  return {
    institutionId,
    name,
    email,
    department: department || null,
    usn: student?.usn || null,
    regNo: student?.regNo || null,
    semester: student?.semester ?? null,
  };
};

export const profileOf = ({ details }: Person): Profile => {
  if (details.userType === 'ADMIN') return {};
  if (details.userType === 'TEACHER') return details.teacher;
  const { preferences, pinVerifier, usn, regNo, department, semester } = details.student;
  return {
    usn,
    regNo,
    department,
    semester: semester ?? 1,
    securityPreferences: preferences,
    registeredDevices: devicesOf(details.student),
    passkeys: passkeysOf(details.student),
    hasPin: pinVerifier !== null,
    selfieConsentAt: details.student.selfieConsentAt?.toISOString() ?? null,
  };
};

/**
 * Anybody could have registered the address: no record of the institution and no used link vouches for it.
 */
export const isUnprovenAccount = ({
  registered,
  emailVerified,
  institutionId,
}: Pick<Person, 'registered' | 'emailVerified' | 'institutionId'>): boolean =>
  registered && !emailVerified && institutionId === null;

export const userChangedOf = (person: Person): UserChanged => ({
  id: person.id,
  name: person.name,
  email: person.email,
  userType: person.details.userType,
  suspended: isBlocked(person),
  erased: person.erased,
  registered: person.registered,
  ...(person.withdrawnAt !== null && { withdrawn: true }),
  proven: !isUnprovenAccount(person),
  ...(person.institutionId !== null && { institutionId: person.institutionId }),
  ...(person.mergedInto !== undefined && { mergedInto: person.mergedInto }),
  ...(person.details.userType === 'STUDENT' &&
    !person.erased && { usn: person.details.student.usn, regNo: person.details.student.regNo }),
  ...(person.signedOut && {
    signedOut: {
      times: person.signOuts,
      at: person.signedOut.at.toISOString(),
      until: person.signedOut.until.toISOString(),
    },
  }),
  version: person.version,
});

const verifierOf = ({ credentialId, publicKey, transports }: StoredPasskey): PasskeyVerifier => ({
  credentialId,
  publicKey,
  transports,
});

export const studentSecurityOf = (
  studentId: string,
  student: StudentDetails,
  now = new Date(),
): StudentSecurity => ({
  studentId,
  preferences: student.preferences,
  devices: student.devices.flatMap(({ deviceId, key, countsFrom }) =>
    key ? [{ deviceId, key, countsFrom }] : [],
  ),
  pinVerifier: student.pinVerifier,
  selfieConsent: student.selfieConsentAt !== null,
  passkeys: student.passkeys.filter((passkey) => !isWaiting(passkey, now)).map(verifierOf),
  waitingPasskeys: student.passkeys
    .filter((passkey) => isWaiting(passkey, now))
    .map((passkey) => ({ ...verifierOf(passkey), countsFrom: passkey.countsFrom })),
  version: student.securityVersion,
});
