import { describeAccess, type LanChoice, type LanSettings, mailDirOf } from '@qr-attendance/stack';
import type { PreviousAddresses } from '../events/last-address.ts';
import { campusFile } from '../settings/campus.ts';
import { describeAddress } from './describe-address.ts';
import type { StartOptions } from './options.ts';

const campusTimeZone = (): string =>
  process.env['CAMPUS_TIME_ZONE'] || Intl.DateTimeFormat().resolvedOptions().timeZone;

interface RunningSystem {
  address: string;
  lan: (LanSettings & LanChoice) | undefined;
  previous: PreviousAddresses;
}

export const printNextStep = async (
  { demo, SMTP_URL, DATA_DIR }: StartOptions,
  { address, lan, previous }: RunningSystem,
): Promise<void> => {
  const first = demo
    ? 'sign in as one of these'
    : previous.last === undefined
      ? 'register as a teacher, create a course and choose Generate QR'
      : 'sign in or register';
  console.log(`\nReady: ${address}\n`);
  if (lan) console.log(`${await describeAccess(address, lan)}\n`);
  for (const note of await describeAddress(address, lan, previous)) console.log(`${note}\n`);
  if (previous.last === undefined && !demo)
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
