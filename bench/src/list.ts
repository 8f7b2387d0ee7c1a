import type { Bench } from './bench.ts';
import { frontend } from './frontend/frontend.ts';
import { phone } from './frontend/phone.ts';
import { roster } from './frontend/roster.ts';
import { backlog } from './growth/backlog.ts';
import { growth } from './growth/growth.ts';
import { morning } from './morning/morning.ts';
import { reports } from './reports/reports.ts';
import { catchUpBench } from './server/catch-up.ts';
import { events } from './server/events.ts';
import { importBench } from './server/import.ts';
import { signIn } from './server/sign-in.ts';
import { startBench } from './server/start.ts';
import { student } from './server/student.ts';
import { timetable } from './timetable/timetable.ts';
import { usability } from './usability/usability.ts';

export const benches: Bench[] = [
  morning,
  student,
  events,
  catchUpBench,
  importBench,
  signIn,
  startBench,
  growth,
  backlog,
  timetable,
  reports,
  frontend,
  phone,
  roster,
  usability,
];
