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
  // Debian resolves a machine's name to 127.0.1.1.
  const isOwn = (address: string) =>
    own.includes(address) || (host !== 'localhost' && address.startsWith('127.'));
  return found.some(({ address }) => isOwn(address));
};

export interface LanChoice {
  host: string;
  /** Whether the operator chose the host. */
  isChosen: boolean;
  /** Whether the host leads other machines on the network to this one, as far as this machine can tell. */
  leadsHere: boolean;
}

/**
 * Chooses the host name or address of this machine for phones on the local network. Without a given one, keeps the
 * previous name or address while phones can reach it, because devices are registered for it.
 * @param given empty to choose one
 * @throws StartError without a network
 */
export const chooseLanHost = async (given: string, previous: string | undefined): Promise<LanChoice> => {
  if (given !== '') return { host: given, isChosen: true, leadsHere: await isOfThisMachine(given) };
  if (previous !== undefined && (await isOfThisMachine(previous)))
    return { host: previous, isChosen: false, leadsHere: true };
  const [address] = localAddresses();
  if (address === undefined)
    throw new StartError(
      'This machine has no address on a local network; connect it, or specify one: npm start -- --lan=<host name or address>',
    );
  return { host: address, isChosen: false, leadsHere: true };
};
