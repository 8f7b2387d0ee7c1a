import type { Person, StudentDetails } from '../domain/person.ts';
import type { Prisma } from './generated/client.ts';

export const withDetails = {
  student: {
    include: {
      devices: { orderBy: { createdAt: 'asc' } },
      passkeys: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
    },
  },
  teacher: true,
} as const satisfies Prisma.UserInclude;

type UserRow = Prisma.UserGetPayload<{ include: typeof withDetails }>;
type StudentRow = NonNullable<UserRow['student']>;

export const toStudentDetails = (row: StudentRow): StudentDetails => ({
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
  devices: row.devices.map(({ deviceId, deviceName, lastUsed, createdAt }) => ({
    deviceId,
    deviceName,
    lastUsed: lastUsed?.toISOString() ?? null,
    countsFrom: createdAt.toISOString(),
  })),
  passkeys: row.passkeys.map(({ id, name, createdAt, credentialId, publicKey, transports }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    credentialId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    transports,
  })),
  securityVersion: row.securityVersion,
});

export const toPerson = (row: UserRow): Person => {
  const { id, name, email, version, student, teacher } = row;
  if (student)
    return {
      id,
      name,
      email,
      version,
      details: { userType: 'STUDENT', student: toStudentDetails(student) },
    };
  if (teacher) {
    const { employeeId, department } = teacher;
    return {
      id,
      name,
      email,
      version,
      details: { userType: 'TEACHER', teacher: { employeeId, department } },
    };
  }
  throw new Error(`user ${id} is neither student nor teacher`);
};
