import type { Metrics } from './metrics.ts';

interface Breaker {
  readonly opened: boolean;
  readonly halfOpen: boolean;
}
const STATES = ['closed', 'half_open', 'open'] as const;

const stateOf = ({ opened, halfOpen }: Breaker): (typeof STATES)[number] => {
  if (halfOpen) return 'half_open';
  return opened ? 'open' : 'closed';
};

export const watchBreaker = (metrics: Metrics, upstream: string, breaker: Breaker): void =>
  metrics.gauge(
    {
      name: 'breaker_state',
      help: "State of an upstream's circuit breaker: 1 for the current state.",
      labels: ['upstream', 'state'],
    },
    () => STATES.map((state) => ({ labels: { upstream, state }, value: state === stateOf(breaker) ? 1 : 0 })),
  );
