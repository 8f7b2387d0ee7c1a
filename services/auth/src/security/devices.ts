import type { DeviceKey } from '@qr-attendance/contracts';
import { createBatcher, notFound } from '@qr-attendance/server';
import type { Database, Transaction } from '../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import type { StudentDetails } from '../people/rules/person.ts';
import { type CoolDowns, deviceCountsFrom, judgeDevice, type NewDevice } from './rules/device.ts';
import { freshProofRequired } from './rules/fresh-proof.ts';
import { makeChangeStudent } from './student-security.ts';

const keyColumn = (publicKey: DeviceKey | undefined) => (publicKey ? { publicKey } : {});

/** Whether who registers has shown the password lately. */
interface Proof {
  isFresh: boolean;
}

/** Tells the owner of a device that now stands in the account. */
export const mailDevice = (
  transaction: Transaction,
  userId: string,
  deviceName: string,
  countsFrom: Date,
): Promise<void> =>
  queueMail(
    transaction,
    { userId },
    { kind: 'device_registered', deviceName, countsFrom: countsFrom.toISOString() },
  );

const register = async (
  transaction: Transaction,
  studentId: string,
  before: StudentDetails,
  { isFresh, ...wanted }: NewDevice & Proof,
  coolDowns: CoolDowns,
): Promise<void> => {
  const { deviceId, deviceName, publicKey } = wanted;
  const change = judgeDevice(before.devices, wanted);
  if (change.kind === 'rename') {
    const where = { studentId_deviceId: { studentId, deviceId: change.deviceId } };
    await transaction.device.update({ where, data: { deviceId, deviceName } });
    return;
  }
  if (!isFresh) throw freshProofRequired();
  const countsFrom = deviceCountsFrom(new Date(), before, coolDowns);
  const data = { deviceName, countsFrom, ...keyColumn(publicKey) };
  if (change.kind === 'give key')
    await transaction.device.update({ where: { studentId_deviceId: { studentId, deviceId } }, data });
  else await transaction.device.create({ data: { ...data, studentId, deviceId } });
  await mailDevice(transaction, studentId, deviceName, countsFrom);
};

/** When a student's device made a mark. */
interface Use {
  studentId: string;
  deviceId: string;
  usedAt: Date;
}

const AT_ONCE = 200;

/**
 * Remembers when devices were used last, those reported at the same time in one statement; an older use changes
 * nothing.
 */
const makeRecordDeviceUse = (database: Database) => {
  const touch = createBatcher<Use, void>(async (uses) => {
    const students = uses.map(({ studentId }) => studentId);
    const devices = uses.map(({ deviceId }) => deviceId);
    const times = uses.map(({ usedAt }) => usedAt.toISOString());
    // Rows are locked in one order, so that replicas never wait for each other in a ring.
    await database.$executeRaw`
      WITH used AS (
        SELECT student_id, device_id, max(at) AS at
          FROM unnest(${students}::uuid[], ${devices}::uuid[], ${times}::timestamptz[]) AS u (student_id, device_id, at)
         GROUP BY student_id, device_id
      ), older AS (
        SELECT d.student_id, d.device_id, u.at
          FROM devices d JOIN used u USING (student_id, device_id)
         WHERE d.last_used IS NULL OR d.last_used < u.at
         ORDER BY d.student_id, d.device_id FOR UPDATE OF d
      )
      UPDATE devices d SET last_used = o.at
        FROM older o WHERE d.student_id = o.student_id AND d.device_id = o.device_id`;
    return uses.map(() => undefined);
  }, AT_ONCE);
  return (studentId: string, deviceId: string, usedAt: Date): Promise<void> =>
    touch({ studentId, deviceId, usedAt });
};

/** Devices that students registered. */
export const makeDevices = (database: Database, coolDowns: CoolDowns) => {
  const change = makeChangeStudent(database);
  return {
    /**
     * Registers a device, or gives a new name (or a key, if it had none) to one already registered.
     * @throws DomainError
     */
    register: (studentId: string, device: NewDevice & Proof): Promise<StudentDetails> =>
      change(studentId, {}, (transaction, before) =>
        register(transaction, studentId, before, device, coolDowns),
      ),
    /** One that never counted starts no cool-down. @throws DomainError when the student has no such device */
    remove: (studentId: string, deviceId: string): Promise<StudentDetails> =>
      change(studentId, {}, async (transaction, { devices }) => {
        const device = devices.find((own) => own.deviceId === deviceId);
        if (!device) throw notFound('Device');
        await transaction.device.delete({ where: { studentId_deviceId: { studentId, deviceId } } });
        if (device.key)
          await transaction.student.update({
            where: { userId: studentId },
            data: { deviceRemovedAt: new Date() },
          });
        const { deviceName } = device;
        await queueMail(transaction, { userId: studentId }, { kind: 'device_removed', deviceName });
      }),
    /** Remembers when a device last made a mark; an older event changes nothing. */
    touch: makeRecordDeviceUse(database),
  };
};
