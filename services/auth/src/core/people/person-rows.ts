import { deviceKeySchema } from '@qr-attendance/contracts';
import type { Prisma } from '../../db/generated/client.ts';
import type { Person, StoredPasskey, StudentDetails } from './rules/person.ts';

const passkeys = {
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
} as const satisfies Prisma.User$passkeysArgs;
const devices = { orderBy: { createdAt: 'asc' } } as const satisfies Prisma.Student$devicesArgs;

export const withDetails = {
  student: { include: { devices } },
  teacher: true,
  passkeys,
} as const satisfies Prisma.UserInclude;
export const studentWithDetails = {
  include: { devices, user: { select: { passkeys } } },
} as const satisfies Prisma.StudentDefaultArgs;

type UserRow = Prisma.UserGetPayload<{ include: typeof withDetails }>;
type StudentRow = NonNullable<UserRow['student']>;
type PasskeyRow = UserRow['passkeys'][number];

export const toPasskey = ({
  id,
  name,
  createdAt,
  countsFrom,
  credentialId,
  publicKey,
  transports,
}: PasskeyRow): StoredPasskey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  countsFrom: countsFrom.toISOString(),
  credentialId,
  publicKey: Buffer.from(publicKey).toString('base64url'),
  transports,
});

export const toStudentDetails = (row: StudentRow, passkeyRows: PasskeyRow[]): StudentDetails => ({
  usn: row.usn,
  regNo: row.regNo,
  department: row.department,
  semester: row.semester,
  preferences: {
    requirePin: row.requirePin,
    requireBiometric: row.requireBiometric,
    requireDeviceVerification: row.requireDeviceVerification,
    requireSelfie: row.requireSelfie,
  },
  pinVerifier: row.pinSalt && row.pinHash ? { salt: row.pinSalt, hash: row.pinHash } : null,
  devices: row.devices.map(({ deviceId, deviceName, lastUsed, publicKey, countsFrom }) => ({
    deviceId,
    deviceName,
    lastUsed: lastUsed?.toISOString() ?? null,
    countsFrom: countsFrom.toISOString(),
    hasKey: publicKey !== null,
    key: publicKey === null ? null : deviceKeySchema.parse(publicKey),
  })),
  deviceRemovedAt: row.deviceRemovedAt,
  firstDeviceAt: row.firstDeviceAt,
  firstPasskeyAt: row.firstPasskeyAt,
  selfieConsentAt: row.selfieConsentAt,
  passkeys: passkeyRows.map(toPasskey),
  securityVersion: row.securityVersion,
});

const detailsOf = ({ id, userType, student, teacher, passkeys: passkeyRows }: UserRow): Person['details'] => {
  if (student) return { userType: 'STUDENT', student: toStudentDetails(student, passkeyRows) };
  if (teacher) {
    const { employeeId, department } = teacher;
    return { userType: 'TEACHER', teacher: { employeeId, department } };
  }
  if (userType === 'ADMIN') return { userType };
  throw new Error(`user ${id} has no details`);
};

export const toPerson = (row: UserRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  emailVerified: row.emailVerified,
  newEmail: row.newEmail,
  nameOpenUntil: row.nameOpenUntil,
  version: row.version,
  createdAt: row.createdAt,
  language: row.language,
  suspension:
    row.suspendedAt && row.suspendedBecause !== null
      ? { at: row.suspendedAt, because: row.suspendedBecause }
      : null,
  erased: row.erasedAt !== null,
  registered: row.registered,
  institutionId: row.institutionId,
  withdrawnAt: row.withdrawnAt,
  mergedInto: row.mergeChangedAt === null ? undefined : row.mergedIntoId,
  signOuts: row.signOuts,
  signedOut:
    row.signedOutAt && row.signedOutUntil ? { at: row.signedOutAt, until: row.signedOutUntil } : null,
  passkeys: row.passkeys.map(toPasskey),
  details: detailsOf(row),
});
