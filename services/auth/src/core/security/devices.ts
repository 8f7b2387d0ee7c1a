import type { DeviceKey } from '@qr-attendance/contracts';
import { createBatcher, freshProofRequiredError, notFound } from '@qr-attendance/server';
import type { Database, Transaction } from '../../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import type { StoredDevice, StudentDetails } from '../people/rules/person.ts';
import { keepRemovedDevice, takeRemovedDevice } from './removed-devices.ts';
import { type CoolDowns, deviceCountsFrom } from './rules/cool-downs.ts';
import { judgeDevice, type NewDevice } from './rules/judge-device.ts';
import { createChangeStudent } from './student-security.ts';

const keyColumn = (publicKey: DeviceKey | undefined) => (publicKey ? { publicKey } : {});

interface Proof {
  isFresh: boolean;
  /** Whether a student who never had a device may register one without a fresh proof. */
  mayAddFirst: boolean;
}

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

/** Removing a device that never had a key starts no cool-down. */
export const removeStoredDevice = async (
  transaction: Transaction,
  studentId: string,
  { deviceId, deviceName, key, countsFrom }: StoredDevice,
  mayReturn: boolean,
): Promise<void> => {
  await transaction.device.delete({ where: { studentId_deviceId: { studentId, deviceId } } });
  await queueMail(transaction, { userId: studentId }, { kind: 'device_removed', deviceName });
  if (!key) return;
  const removedAt = new Date();
  await transaction.student.update({ where: { userId: studentId }, data: { deviceRemovedAt: removedAt } });
  if (!mayReturn) return;
  await keepRemovedDevice(transaction, studentId, key, { countsFrom: new Date(countsFrom), removedAt });
};

const register = async (
  transaction: Transaction,
  studentId: string,
  before: StudentDetails,
  { isFresh, mayAddFirst, ...wanted }: NewDevice & Proof,
  coolDowns: CoolDowns,
): Promise<void> => {
  const { deviceId, deviceName, publicKey } = wanted;
  const change = judgeDevice(before.devices, wanted);
  if (change.kind === 'rename') {
    const where = { studentId_deviceId: { studentId, deviceId: change.deviceId } };
    await transaction.device.update({ where, data: { deviceId, deviceName } });
    return;
  }
  if (!isFresh && !(mayAddFirst && before.firstDeviceAt === null)) throw freshProofRequiredError();
  const countsFrom =
    (await takeRemovedDevice(transaction, studentId, publicKey)) ??
    deviceCountsFrom(new Date(), before, coolDowns);
  const data = { deviceName, countsFrom, ...keyColumn(publicKey) };
  if (change.kind === 'give key')
    await transaction.device.update({ where: { studentId_deviceId: { studentId, deviceId } }, data });
  else await transaction.device.create({ data: { ...data, studentId, deviceId } });
  await mailDevice(transaction, studentId, deviceName, countsFrom);
};

interface DeviceUse {
  studentId: string;
  deviceId: string;
  usedAt: Date;
}

const MAX_BATCH = 200;

const createDeviceUseRecorder = (database: Database) => {
  const touch = createBatcher<DeviceUse, void>(async (uses) => {
    const students = uses.map(({ studentId }) => studentId);
    const devices = uses.map(({ deviceId }) => deviceId);
    const times = uses.map(({ usedAt }) => usedAt.toISOString());
    // Locks rows in a fixed order, so that replicas never deadlock.
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
  }, MAX_BATCH);
  return (studentId: string, deviceId: string, usedAt: Date): Promise<void> =>
    touch({ studentId, deviceId, usedAt });
};

export const createDevices = (database: Database, coolDowns: CoolDowns) => {
  const change = createChangeStudent(database);
  return {
    register: (studentId: string, device: NewDevice & Proof): Promise<StudentDetails> =>
      change(studentId, {}, (transaction, before) =>
        register(transaction, studentId, before, device, coolDowns),
      ),
    remove: (studentId: string, deviceId: string): Promise<StudentDetails> =>
      change(studentId, {}, async (transaction, { devices }) => {
        const device = devices.find((own) => own.deviceId === deviceId);
        if (!device) throw notFound('Device');
        await removeStoredDevice(transaction, studentId, device, true);
      }),
    touch: createDeviceUseRecorder(database),
  };
};
export type Devices = ReturnType<typeof createDevices>;
