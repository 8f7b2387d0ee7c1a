import type { ProofName } from '@qr-attendance/contracts';
import type { Database, Transaction } from '../db/database.ts';
import { type StudentDetails } from '../people/rules/person.ts';
import { mailDevice } from './devices.ts';
import { changeStudent } from './student-security.ts';

/** Ends cool-downs, because somebody has checked the student's identity. */
export const endCoolDowns = async (
  transaction: Transaction,
  studentId: string,
  { devices }: StudentDetails,
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
  if (proof?.kind === 'device') return;
  const where = { studentId, countsFrom: { gt: now }, ...(proof && { credentialId: proof.id }) };
  await transaction.passkey.updateMany({ where, data: { countsFrom: now } });
};

export const createConfirmedProofs = (database: Database) => ({
  confirm: (studentId: string, proof: ProofName): Promise<StudentDetails | undefined> =>
    database.$transaction((transaction) =>
      changeStudent(transaction, studentId, {}, (_transaction, before) =>
        endCoolDowns(transaction, studentId, before, proof),
      ),
    ),
});
