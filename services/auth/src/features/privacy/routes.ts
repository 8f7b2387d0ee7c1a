import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { type VisitDeps, visitOf } from '../../core/visits/visits.ts';
import { eraseMe, type ErasureDeps } from './erase-me.ts';
import { exportPersonalData, type ExportDeps } from './export-personal-data.ts';

export const privacyRoutes = (context: ErasureDeps & ExportDeps & VisitDeps): Implementation[] => [
  implement(routes.auth.getMyAccountData, ({ caller }) => exportPersonalData(context, caller.id)),
  implement(routes.auth.eraseMe, async (call) => {
    await eraseMe(context, call.caller.id, call.body.password, visitOf(context, call));
    context.cookies.clearRefreshToken(call.response);
  }),
];
