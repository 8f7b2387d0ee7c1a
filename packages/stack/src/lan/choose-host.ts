import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { StartError } from '../start-error.ts';
import { isAnnouncedHere } from './announced-names.ts';
import { localAddresses } from './host.ts';

const isOfThisMachine = async (host: string): Promise<boolean> => {
  const own = localAddresses();
  if (isIP(host)) return own.includes(host);
  if (host.endsWith('.local')) return isAnnouncedHere(host);
  const found = await lookup(host, { family: 4, all: true }).catch(() => []);
  return found.some(({ address }) => own.includes(address));
};

/**
 * Chooses the host name or address of this machine for phones on the local network. Keeps the previous name or
 * address while phones can reach it, because devices are registered for it.
 * @throws StartError without a network
 */
export const chooseLanHost = async (previous: string | undefined): Promise<string> => {
  if (previous !== undefined && (await isOfThisMachine(previous))) return previous;
  const [address] = localAddresses();
  if (address === undefined)
    throw new StartError(
      'This machine has no address on a local network; connect it, or specify one: npm start -- --lan=<host name or address>',
    );
  return address;
};
