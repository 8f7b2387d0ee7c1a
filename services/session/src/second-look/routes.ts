import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { askSecondLook, showSecondLook } from './second-look.ts';

/** Asking a class once more. */
export const secondLookRoutes = (context: Context): Implementation[] => [
  implement(routes.session.askSecondLook, ({ caller, params }) => askSecondLook(context, caller, params.id)),
  implement(routes.session.showSecondLook, ({ caller, params }) =>
    showSecondLook(context, caller, params.id),
  ),
];
