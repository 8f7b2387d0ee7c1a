import type { Bench } from './bench.ts';
import { changingCodes } from './decoding/changing-codes.ts';
import { decoding } from './decoding/decoding.ts';
import { frontend } from './frontend/frontend.ts';
import { phone } from './frontend/phone.ts';
import { roster } from './frontend/roster.ts';
import { growth } from './growth/growth.ts';
import { profile } from './profile/profile.ts';
import { morning } from './morning/morning.ts';
import { relay } from './relay/relay.ts';
import { reports } from './reports/reports.ts';
import { burst } from './server/burst.ts';
import { catchUpBench } from './server/catch-up.ts';
import { events } from './server/events.ts';
import { gateway } from './server/gateway.ts';
import { kafkaClientsBench } from './server/kafka-clients.ts';
import { marks } from './server/marks.ts';
import { signIn } from './server/sign-in.ts';
import { startBench } from './server/start.ts';
import { student } from './server/student.ts';
import { usability } from './usability/usability.ts';

/** All benchmarks, in the order in which they run. */
export const benches: Bench[] = [
  burst,
  morning,
  student,
  marks,
  gateway,
  events,
  catchUpBench,
  kafkaClientsBench,
  signIn,
  startBench,
  growth,
  reports,
  frontend,
  phone,
  decoding,
  changingCodes,
  relay,
  roster,
  usability,
  profile,
];
