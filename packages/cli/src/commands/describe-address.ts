import { isIP } from 'node:net';
import { findAnnouncedName, type LanChoice } from '@qr-attendance/stack';
import type { PreviousAddresses } from '../events/last-address.ts';

const PHONES =
  'Phones cannot open localhost. For phones on this network: Ctrl-C, then npm start -- --lan (README, "Phones").';

const hostOf = (address: string): string => new URL(address).hostname;
const portOf = (address: string): string => new URL(address).port;

const startAt = (address: string): string => {
  const { hostname, port } = new URL(address);
  return `PORT=${port || 443} npm start -- --lan=${hostname}`;
};

/** How to keep the previous address, or why this start could not. */
const adviseToKeep = (previous: string, address: string, { isChosen }: LanChoice): string => {
  const host = hostOf(previous);
  if (isChosen || host === hostOf(address)) return `To keep the address: ${startAt(previous)}`;
  return isIP(host)
    ? 'This machine no longer has that address. A name stays in other networks (README, "Phones").'
    : `${host} does not lead to this machine in this network. It is used again where it does.`;
};

const warnOfNewAddress = (previous: string, address: string, lan: LanChoice): string =>
  [
    `The address was ${previous} before. Registered devices, passkeys and accepted warnings belong to it:`,
    `at ${address} every phone is new, and a device that replaces another counts after a waiting time.`,
    adviseToKeep(previous, address, lan),
  ].join('\n');

const afterLocalhost = (previous: string): string =>
  `Open pages of ${previous} lead to this address. People sign in again here, and their browsers are new devices.`;

const withoutPhones = (phones: string): string =>
  [
    `Phones used ${phones} before, which this start does not serve. Their devices stay registered for it:`,
    'Ctrl-C, then npm start -- --lan (README, "Phones").',
  ].join('\n');

/** Devices are registered for either the host name or the address; only the name survives a change of the address. */
const adviseOnName = async ({ host, leadsHere }: LanChoice): Promise<string | undefined> => {
  if (!leadsHere)
    return host.endsWith('.local')
      ? `Nothing on this machine announces ${host}, so phones will not find it, and later starts do not keep it (README, "Phones").`
      : `${host} is no address of this machine, so phones may not find it, and later starts do not keep it (README, "Phones").`;
  const name = isIP(host) ? await findAnnouncedName(host) : undefined;
  return name === undefined
    ? undefined
    : `This machine is also ${name}, which stays in other networks: before phones register, npm start -- --lan=${name} (README, "Phones").`;
};

/** Compares the address of this start with previous ones, for the operator. */
export const describeAddress = async (
  address: string,
  lan: LanChoice | undefined,
  previous: PreviousAddresses,
): Promise<string[]> => {
  if (lan === undefined) return [previous.lan === undefined ? PHONES : withoutPhones(previous.lan)];
  const notes: string[] = [];
  if (previous.lan !== undefined && previous.lan !== address)
    notes.push(
      previous.last === address
        ? adviseToKeep(previous.lan, address, lan)
        : warnOfNewAddress(previous.lan, address, lan),
    );
  if (previous.last?.startsWith('http:') && portOf(previous.last) === portOf(address))
    notes.push(afterLocalhost(previous.last));
  const advice = await adviseOnName(lan);
  return advice === undefined ? notes : [...notes, advice];
};
