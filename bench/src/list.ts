import type { Bench } from './bench.ts';

/** All benchmarks, in the order in which they run. */
export const benches: Bench[] = [];
