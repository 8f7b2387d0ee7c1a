import { DEVICE_SIGNATURE_HEADER, routes } from '@qr-attendance/contracts';
import { implement, type Implementation, isSignedByDevice, readScanProof } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { redeemScan, scanAnonymously } from './anonymous-scans.ts';
import { signInFirst } from './scan-tokens.ts';
import { scanNotYours, verifyCode } from './verify-code.ts';
import { verifySequence } from './verify-sequence.ts';

export const scanningRoutes = (context: Context): Implementation[] => [
  implement(routes.session.verifyCode, ({ caller, params, request }) =>
    verifyCode(context, caller, params.qrCode, readScanProof(request)),
  ),
  implement(routes.session.verifySequence, ({ caller, request, body }) => {
    const isSigned = body.deviceKey !== undefined && isSignedByDevice(request, body.deviceKey);
    return verifySequence(context, caller, body, isSigned);
  }),
  implement(routes.session.scanAnonymously, ({ body, request }) => {
    if (request.get(DEVICE_SIGNATURE_HEADER) === undefined) throw signInFirst();
    if (!isSignedByDevice(request, body.deviceKey)) throw scanNotYours();
    return scanAnonymously(context, body.code, body.deviceKey);
  }),
  implement(routes.session.redeemScan, ({ caller, request, body: { deviceKey, ...body } }) =>
    redeemScan(context, caller, body, isSignedByDevice(request, deviceKey) ? deviceKey : undefined),
  ),
];
