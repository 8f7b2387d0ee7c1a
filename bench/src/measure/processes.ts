import type { System } from '@qr-attendance/stack';
import pidusage from 'pidusage';
import { readServerCpu, serverCpuBetween } from './server-cpu.ts';

export interface Usage {
  /** Resident memory in MB. */
  memory: number;
  /** CPU time since the process started, in ms. */
  cpu: number;
}

export const readUsage = async ({ processes }: Pick<System, 'processes'>): Promise<Map<string, Usage>> => {
  const pids = Object.entries(processes).flatMap(([name, { pid }]) => {
    const running = pid();
    return running === undefined ? [] : [[name, running] as const];
  });
  const stats = await pidusage(pids.map(([, pid]) => pid));
  return new Map(
    pids.map(([name, pid]) => {
      const { memory = NaN, ctime = NaN } = stats[pid] ?? {};
      return [name, { memory: memory / 2 ** 20, cpu: ctime }];
    }),
  );
};

export const withCpu = async <Result>(
  system: Pick<System, 'processes'>,
  work: () => Promise<Result>,
): Promise<{ result: Result; cpu: Map<string, number>; ms: number }> => {
  const [before, servers] = [await readUsage(system), await readServerCpu()];
  const [own, began] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const ms = performance.now() - began;
  const driver = process.cpuUsage(own);
  const [after, serversAfter] = [await readUsage(system), await readServerCpu()];
  const spent = [...after].map(([name, { cpu }]) => [name, cpu - (before.get(name)?.cpu ?? 0)] as const);
  return {
    result,
    ms,
    cpu: new Map([
      ...spent,
      ...serverCpuBetween(servers, serversAfter),
      ['driver', (driver.user + driver.system) / 1_000],
    ]),
  };
};
