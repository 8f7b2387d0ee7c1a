import * as attendance from './attendance.ts';
import * as auth from './auth.ts';
import * as authEmails from './auth-emails.ts';
import * as authPeople from './auth-people.ts';
import * as authSecondFactors from './auth-second-factors.ts';
import * as course from './course.ts';
import * as evidence from './evidence.ts';
import * as gateway from './gateway.ts';
import * as gatewayLimits from './gateway-limits.ts';
import * as history from './history.ts';
import * as marking from './marking.ts';
import * as packages from './packages.ts';
import * as providers from './providers.ts';
import * as stepUp from './step-up.ts';
import * as registration from './registration.ts';
import * as server from './server.ts';
import * as session from './session.ts';
import type { Defense } from './defense.ts';

const areas = [
  attendance,
  auth,
  authEmails,
  authPeople,
  authSecondFactors,
  course,
  evidence,
  gateway,
  gatewayLimits,
  history,
  marking,
  packages,
  providers,
  stepUp,
  registration,
  server,
  session,
];

export const defenses: Defense[] = areas
  .flatMap((area) => Object.values(area).flat())
  .filter((exported): exported is Defense => typeof exported === 'object');
