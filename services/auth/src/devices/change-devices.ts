import type { RegisteredDevice } from '@qr-attendance/contracts';
import type { OutboxRelay } from '@qr-attendance/messaging';
import type { Devices } from './devices.ts';
import type { NewDevice } from './rules/device.ts';
import { devicesOf, type StudentDetails } from '../people/rules/person.ts';
import type { MailRelay } from '../email/email-relay.ts';

interface Deps {
  devices: Devices;
  relay: OutboxRelay;
  mailRelay: MailRelay;
}
const tell = ({ relay, mailRelay }: Deps, student: StudentDetails): RegisteredDevice[] => {
  relay.wake();
  mailRelay.wake();
  return devicesOf(student);
};

export const makeRegisterDevice =
  (deps: Deps) =>
  async (studentId: string, device: NewDevice): Promise<RegisteredDevice[]> =>
    tell(deps, await deps.devices.register(studentId, device));

export const makeRemoveDevice =
  (deps: Deps) =>
  async (studentId: string, deviceId: string): Promise<RegisteredDevice[]> =>
    tell(deps, await deps.devices.remove(studentId, deviceId));
