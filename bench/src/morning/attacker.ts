// One client that attacks, as a process of its own so that it takes no time from those whom the benchmark watches. It is sent
// what to do over IPC, attacks until it is told to stop, and says how its requests were answered.
import { attacks, type AttackName, type Target } from './attacks.ts';

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
  // Who started it is gone.
  process.once('disconnect', () => process.exit());
  void attacks[attack](target, tally, stopping.signal)
    .then(() => {
      if (!stopping.signal.aborted) return new Promise((resolve) => process.once('message', resolve));
      return undefined;
    })
    .then(() => process.send?.([...statuses], () => process.disconnect()));
});
