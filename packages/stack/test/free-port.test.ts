import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from '@jest/globals';
import { execa } from 'execa';

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
