import type { Bench } from './bench.ts';
import { burst } from './server/burst.ts';
import { events } from './server/events.ts';
import { gateway } from './server/gateway.ts';
import { marks } from './server/marks.ts';

/** All benchmarks, in the order in which they run. */
export const benches: Bench[] = [burst, marks, gateway, events];
