import * as attendance from './attendance.ts';
import * as auth from './auth.ts';
import * as authEmails from './auth-emails.ts';
import * as course from './course.ts';
import type { Defense } from './defense.ts';
import * as evidence from './evidence.ts';
import * as gateway from './gateway.ts';
import * as marking from './marking.ts';
import * as packages from './packages.ts';
import * as session from './session.ts';

const areas = [attendance, auth, authEmails, course, evidence, gateway, marking, packages, session];

export const defenses: Defense[] = areas
  .flatMap((area) => Object.values(area).flat())
  .filter((exported): exported is Defense => typeof exported === 'object');
