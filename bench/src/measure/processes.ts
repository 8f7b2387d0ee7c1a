import type { System } from '@qr-attendance/local-stack';
import pidusage from 'pidusage';

/** Of one process. */
export interface Usage {
  /** Resident memory in MB. */
  memory: number;
  /** CPU time since its start, in ms. */
  cpu: number;
}

/** What each process of a system uses now, by name. */
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

/** Share of one core that each process of a system, and the load driver, takes while `work` runs. */
export const withCpuShares = async <Result>(
  system: Pick<System, 'processes'>,
  work: () => Promise<Result>,
): Promise<{ result: Result; shares: Map<string, number> }> => {
  const before = await readUsage(system);
  const [own, began] = [process.cpuUsage(), performance.now()];
  const result = await work();
  const ms = performance.now() - began;
  const driver = process.cpuUsage(own);
  const after = await readUsage(system);
  const shares = [...after].map(
    ([name, { cpu }]) => [name, (cpu - (before.get(name)?.cpu ?? 0)) / ms] as const,
  );
  return { result, shares: new Map([...shares, ['driver', (driver.user + driver.system) / 1_000 / ms]]) };
};
