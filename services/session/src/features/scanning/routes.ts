import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation, isSignedByDevice, readScanProof } from '@qr-attendance/server';
import type { UsedWords } from '../../core/codes/used-words.ts';
import { redeemScan, scanAnonymously } from './anonymous-scans.ts';
import type { IssueTicketDeps } from './issue-ticket.ts';
import { requireSignature } from './require-signature.ts';
import type { ScanTokens } from './scan-tokens.ts';
import { verifyCode, type VerifyCodeDeps } from './verify-code.ts';
import { verifySequence } from './verify-sequence.ts';
import { countIfWrong, requireTriesLeft, type WrongCodes } from './wrong-codes.ts';

interface Stores extends VerifyCodeDeps, IssueTicketDeps {
  scanTokens: ScanTokens;
  usedWords: UsedWords;
  wrongCodes: WrongCodes;
}

export const scanningRoutes = (context: Stores): Implementation[] => [
  implement(routes.session.verifyCode, async ({ caller, params, request }) => {
    await requireTriesLeft(context, caller);
    return countIfWrong(context, caller, verifyCode(context, caller, params.qrCode, readScanProof(request)));
  }),
  implement(routes.session.verifySequence, async ({ caller, request, body }) => {
    await requireTriesLeft(context, caller);
    const isSigned = body.deviceKey !== undefined && isSignedByDevice(request, body.deviceKey);
    return countIfWrong(context, caller, verifySequence(context, caller, body, isSigned));
  }),
  implement(routes.session.scanAnonymously, ({ body, request }) => {
    requireSignature(request, body.deviceKey);
    return scanAnonymously(context, body.code, body.deviceKey);
  }),
  implement(routes.session.redeemScan, async ({ caller, request, body: { deviceKey, ...body } }) => {
    await requireTriesLeft(context, caller);
    const provenKey = isSignedByDevice(request, deviceKey) ? deviceKey : undefined;
    return countIfWrong(context, caller, redeemScan(context, caller, body, provenKey));
  }),
];
