import { BlockList, isIP, isIPv6 } from 'node:net';
import { type DomainError, forbidden } from '@qr-attendance/server';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** An IPv4 address also matches in its IPv6 form (`::ffff:10.0.0.1`). */
export const isInNetworks = (networks: string[], address: string): boolean => {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', prefix] = network.split('/');
    list.addSubnet(start, Number(prefix), familyOf(start));
  }
  return list.check(bare, familyOf(bare));
};

export const judgeNetwork = (networks: string[], address: string): DomainError | undefined =>
  networks.length === 0 || isInNetworks(networks, address)
    ? undefined
    : forbidden(
        'outside_network',
        "This class accepts marks only from the institution's network. Connect to its Wi-Fi and try again.",
      );
