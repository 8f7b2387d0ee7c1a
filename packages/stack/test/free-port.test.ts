import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { execa } from 'execa';
import { freePort } from '../src/free-port.ts';

const MODULE = join(import.meta.dirname, '../src/free-port.ts');
const PROCESSES = 6;
const PORTS = 90;

const PROGRAM = `
  const { freePort } = await import(${JSON.stringify(MODULE)});
  const ports = [];
  for (let i = 0; i < ${PORTS}; i++) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  process.stdin.resume();
`;

/** Only Linux listens on the whole loopback network without configuration. */
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('returns the preferred port only if it is free at the address of the process', async () => {
  const other = createServer().listen(0, '127.0.0.2');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await freePort(port)).toBe(port);
  expect(await freePort(port, '0.0.0.0')).not.toBe(port);
  other.close();
});

it('gives different ports to concurrent processes', async () => {
  const processes = Array.from({ length: PROCESSES }, () =>
    execa(process.execPath, ['--input-type=module', '--eval', PROGRAM], { stdin: 'pipe' }),
  );
  const ports = await Promise.all(
    processes.map(async (child) => {
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      return JSON.parse(line) as number[];
    }),
  );
  for (const child of processes) child.stdin.end();
  await Promise.all(processes);
  expect(new Set(ports.flat()).size).toBe(PROCESSES * PORTS);
});
