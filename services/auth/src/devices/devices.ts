import type { DeviceKey } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import { countsFromOf, judgeDevice, type NewDevice } from './rules/device.ts';
import type { StudentDetails } from '../people/rules/person.ts';
import type { Database, Transaction } from '../db/database.ts';
import { queueMail } from '../email/email-queue.ts';
import { makeChangeStudent } from '../security/student-changes.ts';
import { makeRecordDeviceUse } from '../events/record-device-use.ts';

const keyColumn = (publicKey: DeviceKey | undefined) => (publicKey ? { publicKey } : {});

const register = async (
  transaction: Transaction,
  studentId: string,
  { devices, deviceRemovedAt }: StudentDetails,
  wanted: NewDevice,
  coolDownHours: number,
): Promise<void> => {
  const { deviceId, deviceName, publicKey } = wanted;
  const change = judgeDevice(devices, wanted);
  if (change.kind === 'rename') {
    const where = { studentId_deviceId: { studentId, deviceId: change.deviceId } };
    await transaction.device.update({ where, data: { deviceId, deviceName } });
    return;
  }
  const countsFrom = countsFromOf(new Date(), deviceRemovedAt, coolDownHours);
  const data = { deviceName, countsFrom, ...keyColumn(publicKey) };
  if (change.kind === 'give key')
    await transaction.device.update({ where: { studentId_deviceId: { studentId, deviceId } }, data });
  else await transaction.device.create({ data: { ...data, studentId, deviceId } });
  await queueMail(
    transaction,
    { userId: studentId },
    { kind: 'device_registered', deviceName, countsFrom: countsFrom.toISOString() },
  );
};

export const makeDevices = (database: Database, coolDownHours: number) => {
  const change = makeChangeStudent(database);
  return {
    /** Registers a device, or gives a new name (or a key, if it had none) to one already registered. @throws DomainError */
    register: (studentId: string, device: NewDevice): Promise<StudentDetails> =>
      change(studentId, {}, (transaction, before) =>
        register(transaction, studentId, before, device, coolDownHours),
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
export type Devices = ReturnType<typeof makeDevices>;
