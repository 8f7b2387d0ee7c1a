import type { DeviceKey } from '@qr-attendance/contracts';
import { hashSecret } from '@qr-attendance/server';
import type { Transaction } from '../../db/database.ts';

const keyHashOf = ({ x, y }: DeviceKey): string => hashSecret(`${x}.${y}`);

export const keepRemovedDevice = async (
  transaction: Transaction,
  studentId: string,
  key: DeviceKey,
  kept: { countsFrom: Date; removedAt: Date },
): Promise<void> => {
  const id = { studentId, key: keyHashOf(key) };
  await transaction.removedDevice.upsert({
    where: { studentId_key: id },
    create: { ...id, ...kept },
    update: kept,
  });
};

export const takeRemovedDevice = async (
  transaction: Transaction,
  studentId: string,
  publicKey: DeviceKey | undefined,
): Promise<Date | undefined> => {
  if (!publicKey) return undefined;
  const where = { studentId_key: { studentId, key: keyHashOf(publicKey) } };
  const removed = await transaction.removedDevice.findUnique({ where });
  if (!removed) return undefined;
  await transaction.removedDevice.delete({ where });
  return removed.countsFrom;
};
