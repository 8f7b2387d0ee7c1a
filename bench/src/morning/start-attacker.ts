import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order } from './attacker.ts';

export interface Attacker {
  stop: () => Promise<Map<number, number>>;
}

export const startAttacker = (order: Order): Attacker => {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), { stdio: 'inherit' });
  child.send(order);
  return {
    stop: async () => {
      const ended = once(child, 'message') as Promise<[[number, number][]]>;
      child.send('stop');
      const [statuses] = await ended;
      if (child.exitCode === null) await once(child, 'exit');
      return new Map(statuses);
    },
  };
};
