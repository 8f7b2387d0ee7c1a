import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { StartError } from '../start-error.ts';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The first address at which other machines may reach this one. */
const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/**
 * Under which name or address phones on the local network reach this machine.
 * @param given by the user; empty to find out
 * @throws StartError when it is none, or none is found
 */
export const lanHost = (given: string): string => {
  const host = given === '' ? ownAddress() : given.toLowerCase();
  if (host === undefined)
    throw new StartError(
      'This machine has no address on a local network; connect it, or specify one: npm start -- --lan=<host name or address>',
    );
  const isAddress = isIP(host) === 4;
  // Incomplete addresses, such as 192.168.1, are not host names either.
  if (!isAddress && (!HOST_NAME.test(host) || /^[\d.]+$/.test(host)))
    throw new StartError(
      `--lan takes a host name or an IPv4 address, such as --lan=192.168.1.20, not "${given}".`,
    );
  return host;
};
