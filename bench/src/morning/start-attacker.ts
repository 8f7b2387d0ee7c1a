import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order } from './attacker.ts';

/** An attack under way. */
export interface Attacker {
  /** Ends it. @returns how many requests were answered with each status; 0 is no answer, or one that was still awaited */
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
