import type { Bench } from './bench.ts';
import { burst } from './server/burst.ts';
import { marks } from './server/marks.ts';

/** All benchmarks, in the order in which they run. */
export const benches: Bench[] = [burst, marks];
