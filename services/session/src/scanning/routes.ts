import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, isSignedByDevice } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import { redeemScan, scanAnonymously } from './anonymous-scans.ts';
import { verifyCode } from './verify-code.ts';

/** What a scanned code, or a scan made before the sign-in, is exchanged for. */
export const scanningRoutes = (context: Context): Implementation[] => [
  implement(routes.session.verifyCode, ({ caller, params }) => verifyCode(context, caller, params.qrCode)),
  implement(routes.session.scanAnonymously, ({ body }) =>
    scanAnonymously(context, body.code, body.deviceKey),
  ),
  implement(routes.session.redeemScan, ({ caller, request, body: { scan, deviceKey } }) =>
    redeemScan(context, caller, scan, isSignedByDevice(request, deviceKey) ? deviceKey : undefined),
  ),
];
