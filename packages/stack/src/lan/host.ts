import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { StartError } from '../start-error.ts';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/**
 * The host name or address of this machine for phones on the local network.
 * @param given by the user; empty to detect it
 * @throws StartError if it is invalid, or cannot be detected
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
