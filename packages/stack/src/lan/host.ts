import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { StartError } from '../start-error.ts';

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export const localAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** @throws StartError if the host name or address is invalid */
export const checkLanHost = (given: string): string => {
  const host = given.toLowerCase();
  const isAddress = isIP(host) === 4;
  // An incomplete address, such as 192.168.1, must not be taken for a host name.
  if (!isAddress && (!HOST_NAME.test(host) || /^[\d.]+$/.test(host)))
    throw new StartError(
      `--lan takes a host name or an IPv4 address, such as --lan=192.168.1.20, not "${given}".`,
    );
  return host;
};
