import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from '@jest/globals';
import { readCpuOf, serverCpuBetween } from '../src/measure/server-cpu.ts';

const endedProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  return child.pid ?? NaN;
};

it('skips a process that exits after it was listed, and reads all other processes', async () => {
  const found = await readCpuOf([await endedProcess(), process.pid]);
  expect([...found.keys()]).toEqual([process.pid]);
  expect(found.get(process.pid)).toBeGreaterThan(0);
});

it('reports no CPU times, without an error, if all processes have ended', async () => {
  expect(await readCpuOf([await endedProcess()])).toEqual(new Map());
});

it('reports CPU time per server between two readings, without negative values for exited or new processes', () => {
  const before = new Map([
    [1, { name: 'PostgreSQL', cpu: 100 }],
    [2, { name: 'PostgreSQL', cpu: 50 }],
    [3, { name: 'Kafka', cpu: 10 }],
  ]);
  const after = new Map([
    [1, { name: 'PostgreSQL', cpu: 130 }],
    [3, { name: 'Kafka', cpu: 10 }],
    [4, { name: 'PostgreSQL', cpu: 5 }],
  ]);
  expect(serverCpuBetween(before, after)).toEqual(
    new Map([
      ['PostgreSQL', 35],
      ['Kafka', 0],
    ]),
  );
});
