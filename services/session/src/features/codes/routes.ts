import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { refreshCode, type RefreshStores } from './rotate-codes.ts';
import { type BurstStores, getBurstCodes } from './show-burst-codes.ts';

export const codeRoutes = (context: RefreshStores & BurstStores): Implementation[] => [
  implement(routes.session.refreshCode, ({ caller, params, query, body }) =>
    refreshCode(context, caller, params.id, { ...query, ...body }),
  ),
  implement(routes.session.getBurstCodes, ({ caller, params, query }) =>
    getBurstCodes(context, caller, params.id, query.unattended),
  ),
];
