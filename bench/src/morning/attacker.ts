// An attacking client in a separate process, so that it takes no CPU time from the measured clients. It receives its
// task over IPC, attacks until it is stopped, and reports the answers that it got.
import { attacks, type AttackName } from './attacks.ts';
import type { Target } from './flood.ts';

export interface Order {
  attack: AttackName;
  target: Target;
}

process.once('message', (order) => {
  const { attack, target } = order as Order;
  const stopping = new AbortController();
  const statuses = new Map<number, number>();
  const tally = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  process.once('message', () => stopping.abort());
  process.once('disconnect', () => process.exit());
  void attacks[attack](target, tally, stopping.signal)
    .then(() => {
      if (!stopping.signal.aborted) return new Promise((resolve) => process.once('message', resolve));
      return undefined;
    })
    .then(() => process.send?.([...statuses], () => process.disconnect?.()));
});
