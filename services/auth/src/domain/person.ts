import type {
  Profile,
  RegisteredDevice,
  SecurityPreferences,
  StudentSecurity,
  User,
} from '@qr-attendance/contracts';
import type { UserChanged } from '@qr-attendance/contracts/events';
import type { PinVerifier } from '@qr-attendance/service-kit';
import type { StoredPasskey } from './passkey.ts';

export interface StudentDetails {
  usn: string;
  regNo: string;
  department: string;
  semester: number;
  preferences: SecurityPreferences;
  pinVerifier: PinVerifier | null;
  devices: RegisteredDevice[];
  passkeys: StoredPasskey[];
  securityVersion: number;
}
export interface TeacherDetails {
  employeeId: string;
  department: string;
}

/** A user with what belongs to the role. */
export interface Person {
  id: string;
  name: string;
  email: string;
  version: number;
  details:
    { userType: 'STUDENT'; student: StudentDetails } | { userType: 'TEACHER'; teacher: TeacherDetails };
}

export const userOf = ({ id, name, email, details }: Person): User => ({
  _id: id,
  name,
  email,
  userType: details.userType,
});

export const profileOf = ({ details }: Person): Profile => {
  if (details.userType === 'TEACHER') return details.teacher;
  const { preferences, devices, passkeys, pinVerifier, usn, regNo, department, semester } = details.student;
  return {
    usn,
    regNo,
    department,
    semester,
    securityPreferences: preferences,
    registeredDevices: devices,
    passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt })),
    hasPin: pinVerifier !== null,
    selfieConsentAt: null,
  };
};

export const userChangedOf = ({ id, name, email, details, version }: Person): UserChanged => ({
  id,
  name,
  email,
  userType: details.userType,
  suspended: false,
  erased: false,
  version,
});

export const studentSecurityOf = (studentId: string, student: StudentDetails): StudentSecurity => ({
  studentId,
  preferences: student.preferences,
  deviceIds: student.devices.map((device) => device.deviceId),
  devices: [],
  pinVerifier: student.pinVerifier,
  selfieConsent: false,
  passkeys: student.passkeys.map(({ credentialId, publicKey, transports }) => ({
    credentialId,
    publicKey,
    transports,
  })),
  version: student.securityVersion,
});
