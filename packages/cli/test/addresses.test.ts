import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeAddress } from '../src/commands/describe-address.ts';
import { readPreviousAddresses, recordAddress } from '../src/events/last-address.ts';

const LOCALHOST = 'http://localhost:8080';
const NAME = 'https://laptop.local:8080';
const ADDRESS = 'https://192.0.2.5:8080';
const OTHER = 'https://192.0.2.77:8080';

const hostOf = (address: string) => new URL(address).hostname;
const choose = (address: string) => ({ host: hostOf(address), isChosen: true, leadsHere: true });
const mistype = (address: string) => ({ ...choose(address), leadsHere: false });
const fallBackTo = (address: string) => ({ ...choose(address), isChosen: false });

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qr-addresses-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

type Lan = ReturnType<typeof choose> | undefined;
const start = (address: string, lan: Lan) => recordAddress(dataDir, { address, lan });
const read = () => readPreviousAddresses(dataDir);

describe('the address for phones', () => {
  it('is kept by a start without --lan', async () => {
    await start(NAME, choose(NAME));
    await start(LOCALHOST, undefined);
    expect(await read()).toEqual({ last: LOCALHOST, lan: NAME });
  });

  it('is not replaced by a mistyped name', async () => {
    await start(NAME, choose(NAME));
    await start('https://laptpo.local:8080', mistype('https://laptpo.local:8080'));
    expect((await read()).lan).toBe(NAME);
  });

  it('is not remembered at all after a mistyped name alone', async () => {
    await start('https://laptpo.local:8080', mistype('https://laptpo.local:8080'));
    expect((await read()).lan).toBeUndefined();
  });

  it('stays a name where the network does not carry it', async () => {
    await start(NAME, choose(NAME));
    await start(ADDRESS, fallBackTo(ADDRESS));
    expect((await read()).lan).toBe(NAME);
    await start(ADDRESS, choose(ADDRESS));
    expect((await read()).lan).toBe(ADDRESS);
  });

  it('follows the machine from address to address', async () => {
    await start(ADDRESS, fallBackTo(ADDRESS));
    await start(OTHER, fallBackTo(OTHER));
    expect((await read()).lan).toBe(OTHER);
  });

  it('is read from the single address of an earlier release', async () => {
    await writeFile(join(dataDir, 'last-address'), ADDRESS);
    expect(await read()).toEqual({ last: ADDRESS, lan: ADDRESS });
    await writeFile(join(dataDir, 'last-address'), LOCALHOST);
    expect(await read()).toEqual({ last: LOCALHOST, lan: undefined });
  });
});

describe('a start says', () => {
  const say = async (address: string, lan: Lan, previous: { last?: string; lan?: string }) =>
    (await describeAddress(address, lan, { last: undefined, lan: undefined, ...previous })).join('\n');

  it('that phones cannot open localhost', async () => {
    expect(await say(LOCALHOST, undefined, {})).toContain('Phones cannot open localhost.');
  });

  it('which address phones used before, if it does not serve phones', async () => {
    expect(await say(LOCALHOST, undefined, { last: NAME, lan: NAME })).toContain(
      `Phones used ${NAME} before`,
    );
  });

  it('that pages of localhost lead to the new address', async () => {
    const text = await say(ADDRESS, fallBackTo(ADDRESS), { last: LOCALHOST });
    expect(text).toContain(`Open pages of ${LOCALHOST} lead to this address.`);
    expect(text).not.toContain('The address was');
  });

  it('that every phone is new at another address, even after a start without --lan', async () => {
    const text = await say(OTHER, fallBackTo(OTHER), { last: LOCALHOST, lan: ADDRESS });
    expect(text).toContain(`The address was ${ADDRESS} before.`);
    expect(text).toContain('This machine no longer has that address.');
  });

  it('how to keep the address', async () => {
    expect(await say(OTHER, choose(OTHER), { last: NAME, lan: NAME })).toContain(
      'To keep the address: PORT=8080 npm start -- --lan=laptop.local',
    );
    const otherPort = ADDRESS.replace('8080', '9000');
    expect(await say(otherPort, fallBackTo(otherPort), { last: ADDRESS, lan: ADDRESS })).toContain(
      'To keep the address: PORT=8080 npm start -- --lan=192.0.2.5',
    );
  });

  it('that a name does not lead to this machine', async () => {
    expect(await say(ADDRESS, fallBackTo(ADDRESS), { last: NAME, lan: NAME })).toContain(
      'laptop.local does not lead to this machine in this network. It is used again where it does.',
    );
    expect(await say(NAME, mistype(NAME), {})).toContain('Nothing on this machine announces laptop.local');
    expect(await say(OTHER, mistype(OTHER), {})).toContain('192.0.2.77 is no address of this machine');
  });

  it('only once that the address has changed', async () => {
    const text = await say(ADDRESS, fallBackTo(ADDRESS), { last: ADDRESS, lan: NAME });
    expect(text).toContain('laptop.local does not lead to this machine');
    expect(text).not.toContain('The address was');
  });

  it('nothing more at the same address', async () => {
    expect(await say(NAME, choose(NAME), { last: NAME, lan: NAME })).toBe('');
  });
});
