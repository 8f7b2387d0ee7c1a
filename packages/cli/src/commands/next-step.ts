import { isIP } from 'node:net';
import {
  describeAccess,
  findAnnouncedName,
  isAnnouncedHere,
  type LanSettings,
  mailDirOf,
} from '@qr-attendance/stack';
import { campusFile } from '../settings/campus.ts';
import type { StartOptions } from './options.ts';

const PHONES =
  'Phones cannot open localhost. For phones on this network: Ctrl-C, then npm start -- --lan (README, "Phones").';

const warnOfNewAddress = (previous: string, address: string): string =>
  [
    `The address was ${previous} before. Registered devices, passkeys and accepted warnings belong to it:`,
    `at ${address} every phone is new, and a device that replaces another counts after a waiting time.`,
    `To keep an address, name it: npm start -- --lan=${new URL(previous).hostname}`,
  ].join('\n');

/**
 * Devices are registered for either the host name or the address; only the name survives a change of the
 * address.
 */
const adviseOnName = async ({ host }: LanSettings): Promise<string | undefined> => {
  if (host.endsWith('.local'))
    return (await isAnnouncedHere(host))
      ? undefined
      : `Nothing on this machine announces ${host}, so phones will not find it (README, "Phones").`;
  const name = isIP(host) ? await findAnnouncedName(host) : undefined;
  return name === undefined
    ? undefined
    : `This machine is also ${name}, which stays in other networks: before phones register, npm start -- --lan=${name} (README, "Phones").`;
};

const campusTimeZone = (): string =>
  process.env['CAMPUS_TIME_ZONE'] || Intl.DateTimeFormat().resolvedOptions().timeZone;

interface RunningSystem {
  address: string;
  lan: LanSettings | undefined;
  previous: string | undefined;
}

export const printNextStep = async (
  { demo, SMTP_URL, DATA_DIR }: StartOptions,
  { address, lan, previous }: RunningSystem,
): Promise<void> => {
  const first = demo
    ? 'sign in as one of these'
    : previous === undefined
      ? 'register as a teacher, create a course and choose Generate QR'
      : 'sign in or register';
  console.log(`\nReady: ${address}\n`);
  if (lan) console.log(`${await describeAccess(address, lan)}\n`);
  else console.log(`${PHONES}\n`);
  if (lan && previous?.startsWith('https:') && previous !== address)
    console.log(`${warnOfNewAddress(previous, address)}\n`);
  const advice = lan && (await adviseOnName(lan));
  if (advice) console.log(`${advice}\n`);
  if (previous === undefined && !demo)
    console.log(
      `The time zone is ${campusTimeZone()}. To change it or the departments: CAMPUS_TIME_ZONE and INSTITUTION, or ${campusFile(DATA_DIR)} (README).\n`,
    );
  console.log(`Next: open it, ${first}.`);
  if (!SMTP_URL)
    console.log(
      `Emails, such as links to choose a new password, are in ${mailDirOf(DATA_DIR)} (copy links from the .txt files).`,
    );
  console.log('Ctrl-C stops everything and keeps the data.\n');
};
