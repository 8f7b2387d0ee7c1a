import type { Bench } from './bench.ts';
import { frontend } from './frontend/frontend.ts';
import { roster } from './frontend/roster.ts';
import { growth } from './growth/growth.ts';
import { importBench } from './import/import.ts';
import { morning, singleSignOn } from './morning/morning.ts';
import { signIn } from './server/sign-in.ts';
import { startBench } from './server/start.ts';
import { student } from './server/student.ts';

export const benches: Bench[] = [
  morning,
  singleSignOn,
  student,
  signIn,
  growth,
  importBench,
  startBench,
  frontend,
  roster,
];
