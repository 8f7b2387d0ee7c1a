import type { ProofName } from '@qr-attendance/contracts';
import type { Database, Transaction } from '../../db/database.ts';
import { type StudentDetails } from '../people/rules/person.ts';
import { mailDevice } from './devices.ts';
import { mailPasskey } from './passkeys.ts';
import { changeStudent } from './student-security.ts';

/** Ends cool-downs after somebody has checked the student's identity. */
export const endCoolDowns = async (
  transaction: Transaction,
  studentId: string,
  { devices, passkeys }: StudentDetails,
  proof?: ProofName,
): Promise<void> => {
  const now = new Date();
  const isMeant = (kind: ProofName['kind'], id: string) => !proof || (proof.kind === kind && proof.id === id);
  for (const { deviceId, deviceName, countsFrom } of devices) {
    if (Date.parse(countsFrom) <= now.getTime() || !isMeant('device', deviceId)) continue;
    const where = { studentId_deviceId: { studentId, deviceId } };
    await transaction.device.update({ where, data: { countsFrom: now } });
    await mailDevice(transaction, studentId, deviceName, now);
  }
  for (const { id, credentialId, name, countsFrom } of passkeys) {
    if (Date.parse(countsFrom) <= now.getTime() || !isMeant('passkey', credentialId)) continue;
    await transaction.passkey.update({ where: { id }, data: { countsFrom: now } });
    await mailPasskey(transaction, studentId, name, now);
  }
};

export const createConfirmedProofs = (database: Database) => ({
  confirm: (studentId: string, proof: ProofName): Promise<StudentDetails | undefined> =>
    database.$transaction((transaction) =>
      changeStudent(transaction, studentId, {}, (_transaction, before) =>
        endCoolDowns(transaction, studentId, before, proof),
      ),
    ),
});
export type ConfirmedProofs = ReturnType<typeof createConfirmedProofs>;
