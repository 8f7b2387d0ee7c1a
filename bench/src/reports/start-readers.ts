import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, Read } from './readers.ts';

export interface Readers {
  found: Promise<Read>;
  count: () => void;
  stop: () => Promise<Read>;
}

export const startReaders = (order: Order): Readers => {
  const child = fork(join(import.meta.dirname, 'readers.ts'), { stdio: 'inherit' });
  const exited = once(child, 'exit');
  const found = Promise.race([
    once(child, 'message').then(([read]) => read as Read),
    exited.then(() => {
      throw new Error('the readers ended and said nothing');
    }),
  ]);
  found.catch(() => undefined);
  child.send(order);
  return {
    found,
    count: () => void child.send('count'),
    stop: async () => {
      child.send('stop');
      const read = await found;
      await exited;
      return read;
    },
  };
};
