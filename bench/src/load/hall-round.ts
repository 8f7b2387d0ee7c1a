import type { System } from '@qr-attendance/stack';
import pLimit from 'p-limit';
import { withCpu } from '../measure/processes.ts';
import { visit, type Phone, type Visit } from './phone.ts';

export interface HallRound {
  visits: Visit[];
  perSecond: number;
  cpu: Map<string, number>;
}

export const runHall = async (
  { url, processes }: Pick<System, 'url' | 'processes'>,
  phones: Phone[],
  connections: number,
  untilDone: () => Promise<void>,
): Promise<HallRound> => {
  const limit = pLimit(connections);
  const { result, cpu } = await withCpu({ processes }, async () => {
    const began = performance.now();
    const visits = await limit.map(phones, (phone) => visit(url, phone, performance.now()));
    const seconds = (performance.now() - began) / 1_000;
    await untilDone();
    return { visits, seconds };
  });
  const { visits, seconds } = result;
  const failed = visits.find(({ markStatus }) => markStatus !== 201);
  if (failed) throw new Error(`a student was answered ${failed.verifyStatus} and ${failed.markStatus}`);
  return { visits, perSecond: visits.length / seconds, cpu };
};

/** CPU of all processes except the driver's, per student, in ms. */
export const cpuOf = ({ cpu, visits }: Pick<HallRound, 'cpu' | 'visits'>): number =>
  [...cpu].reduce((sum, [name, ms]) => sum + (name === 'driver' ? 0 : ms), 0) / visits.length;
