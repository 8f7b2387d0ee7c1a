import { BlockList, isIP, isIPv6 } from 'node:net';
import { DomainError } from '@qr-attendance/server';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address is in one of the networks (CIDR); an IPv4 address also as IPv6 writes it (`::ffff:10.0.0.1`). */
const isWithin = (networks: string[], address: string): boolean => {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', prefix] = network.split('/');
    list.addSubnet(start, Number(prefix), familyOf(start));
  }
  return list.check(bare, familyOf(bare));
};

/** Refuses a mark from elsewhere than the session's networks, where it has any. */
export const judgeNetwork = (networks: string[], address: string): DomainError | undefined =>
  networks.length === 0 || isWithin(networks, address)
    ? undefined
    : new DomainError(
        'forbidden',
        'outside_network',
        "Marks for this session are taken from the institution's own network alone. Connect to its Wi-Fi and try again.",
      );
