import { readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { LanChoice } from '@qr-attendance/stack';

const LAST = 'last-address';
/** The address for phones, which a start without `--lan` keeps; empty if there is none yet. */
const LAST_LAN = 'last-lan-address';

export const LAST_ADDRESS_FILES: readonly string[] = [LAST, LAST_LAN];

const readText = (dataDir: string, file: string): Promise<string | undefined> =>
  readFile(join(dataDir, file), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
const toAddress = (text: string | undefined): string | undefined =>
  text !== undefined && URL.canParse(text) ? text : undefined;

export interface PreviousAddresses {
  last: string | undefined;
  /** Phones registered for this address. */
  lan: string | undefined;
}

export const readPreviousAddresses = async (dataDir: string): Promise<PreviousAddresses> => {
  const last = toAddress(await readText(dataDir, LAST));
  const lan = await readText(dataDir, LAST_LAN);
  if (lan !== undefined) return { last, lan: toAddress(lan) };
  // Earlier releases stored a single address.
  return { last, lan: last?.startsWith('https:') ? last : undefined };
};

const isName = (address: string): boolean => isIP(new URL(address).hostname) === 0;

/**
 * Remembers the address of this start. A host that does not lead to this machine, such as a mistyped name, is not
 * remembered for phones. A name is replaced only by another choice: where the network does not carry it, the start
 * falls back to an address of this machine.
 */
export const recordAddress = async (
  dataDir: string,
  { address, lan }: { address: string; lan: LanChoice | undefined },
): Promise<void> => {
  const { lan: previous } = await readPreviousAddresses(dataDir);
  const isForPhones =
    lan !== undefined && lan.leadsHere && (lan.isChosen || previous === undefined || !isName(previous));
  const write = (file: string, text: string) => writeFile(join(dataDir, file), text, { mode: 0o600 });
  await write(LAST, address);
  await write(LAST_LAN, (isForPhones ? address : previous) ?? '');
};
