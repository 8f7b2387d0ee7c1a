import { hostname } from 'node:os';
import { describeAccess, type Lan, mailDirOf } from '@qr-attendance/stack';
import type { StartOptions } from './options.ts';

const PHONES =
  'Phones cannot open localhost. For phones on this network: Ctrl-C, then npm start -- --lan (README, "Phones").';

/** A name of this machine, which other devices find without a name server, stays when its address changes. */
const localName = (): string => `${hostname().split('.')[0]?.toLowerCase()}.local`;

const warnOfNewAddress = (previous: string, address: string, { host }: Lan): string =>
  [
    `The address was ${previous} before. Registered devices, passkeys and accepted warnings belong to it:`,
    `at ${address} every phone is new, and a device that replaces another counts after a waiting time.`,
    `To keep an address, name it: npm start -- --lan=${new URL(previous).hostname}`,
    ...(host.endsWith('.local')
      ? []
      : [`A name survives other networks: npm start -- --lan=${localName()} (README, "Phones").`]),
  ].join('\n');

const campusTimeZone = (): string =>
  process.env['CAMPUS_TIME_ZONE'] || Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Started {
  address: string;
  lan: Lan | undefined;
  previous: string | undefined;
}

export const printNextStep = async (
  { demo, SMTP_URL, DATA_DIR }: StartOptions,
  { address, lan, previous }: Started,
): Promise<void> => {
  const first = demo
    ? 'sign in as one of these'
    : 'register as a teacher, create a course and choose Generate QR';
  console.log(`\nReady: ${address}\n`);
  if (lan) console.log(`${await describeAccess(address, lan)}\n`);
  else console.log(`${PHONES}\n`);
  if (lan && previous?.startsWith('https:') && previous !== address)
    console.log(`${warnOfNewAddress(previous, address, lan)}\n`);
  if (previous === undefined && !demo)
    console.log(
      `Departments are set by INSTITUTION, the time zone (${campusTimeZone()}) by CAMPUS_TIME_ZONE: README.\n`,
    );
  console.log(`Next: open it, ${first}.`);
  if (!SMTP_URL)
    console.log(
      `Emails, such as links to choose a new password, are in ${mailDirOf(DATA_DIR)} (copy links from the .txt files).`,
    );
  console.log('Ctrl-C stops everything and keeps the data.\n');
};
