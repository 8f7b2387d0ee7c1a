import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { decideFloor } from './institution.ts';

/** What the institution asks of every session. */
export const institutionRoutes = (context: Context): Implementation[] => [
  implement(routes.session.getInstitutionPolicy, () => context.institution.read()),
  implement(routes.session.setInstitutionPolicy, ({ caller, body }) =>
    decideFloor(context, caller.id, body.floor),
  ),
];
