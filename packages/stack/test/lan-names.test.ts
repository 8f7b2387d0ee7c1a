import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import multicastDns from 'multicast-dns';
import { checkLanHost, chooseLanHost, findAnnouncedName, isAnnouncedHere } from '../src/index.ts';
import { localAddresses } from '../src/lan/host.ts';

const [address = ''] = localAddresses();
const reverseOf = (ip: string) => `${ip.split('.').toReversed().join('.')}.in-addr.arpa`;

const responders: ReturnType<typeof multicastDns>[] = [];
afterEach(() => {
  for (const responder of responders.splice(0)) responder.destroy();
});
const announce = async (name: string, ip: string): Promise<void> => {
  const responder = multicastDns();
  responders.push(responder);
  await new Promise<void>((resolve) => responder.once('ready', resolve));
  responder.on('query', ({ questions }) => {
    for (const question of questions) {
      if (question.type === 'A' && question.name === name)
        responder.respond([{ name, type: 'A', ttl: 120, data: ip }]);
      if (question.type === 'PTR' && question.name === reverseOf(ip))
        responder.respond([{ name: question.name, type: 'PTR', ttl: 120, data: name }]);
    }
  });
};
const newName = () => `laptop-${randomUUID().slice(0, 8)}.local`;

const onNetwork = address === '' ? describe.skip : describe;

onNetwork('the name that this machine announces', () => {
  it('a name is found by an address of this machine', async () => {
    const name = newName();
    await announce(name, address);
    expect(await findAnnouncedName(address)).toBe(name);
  });

  it('a name belongs to this machine if it resolves to an address of this machine', async () => {
    const [own, foreign] = [newName(), newName()];
    await announce(own, address);
    await announce(foreign, '203.0.113.9');
    expect(await isAnnouncedHere(own)).toBe(true);
    expect(await isAnnouncedHere(foreign)).toBe(false);
    expect(await isAnnouncedHere(newName())).toBe(false);
  });
});

onNetwork('--lan with a name', () => {
  it('says whether the name leads to this machine', async () => {
    const [own, mistyped] = [newName(), newName()];
    await announce(own, address);
    expect(await chooseLanHost(own, address)).toEqual({ host: own, isChosen: true, leadsHere: true });
    expect(await chooseLanHost(mistyped, own)).toEqual({ host: mistyped, isChosen: true, leadsHere: false });
  });
});

onNetwork('--lan without a name', () => {
  it('keeps the previous address or name while that name resolves to this machine', async () => {
    const name = newName();
    await announce(name, address);
    for (const host of [name, address])
      expect(await chooseLanHost('', host)).toEqual({ host, isChosen: false, leadsHere: true });
  });

  it.each(['203.0.113.9', 'localhost', newName(), undefined])(
    'uses an address of this machine after %s',
    async (previous) => {
      expect(await chooseLanHost('', previous)).toEqual({ host: address, isChosen: false, leadsHere: true });
    },
  );
});

it.each(['192.168.1', '192.168.1.20:80', 'https://laptop.local', '-laptop', ''])(
  'rejects the host %j',
  (given) => {
    expect(() => checkLanHost(given)).toThrow('--lan takes a host name or an IPv4 address');
  },
);

it('accepts names in upper and lower case', () => {
  expect(checkLanHost('Laptop.Local')).toBe('laptop.local');
});
