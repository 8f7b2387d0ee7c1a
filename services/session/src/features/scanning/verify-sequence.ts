import type { DeviceKey, VerifiedScan } from '@qr-attendance/contracts';
import { type Caller, forbidden } from '@qr-attendance/server';
import { findByBurstCode } from './find-burst-session.ts';
import { judgeSequence, type CodeSighting } from './rules/judge-sequence.ts';
import { issueTicket, createScanner, type IssueTicketDeps } from './issue-ticket.ts';
import { scanNotYoursError } from './scan-not-yours.ts';
import { invalidCodeError, type VerifyCodeDeps } from './verify-code.ts';

interface Sequence {
  codes: CodeSighting[];
  at: string;
  roundTripMs?: number | undefined;
  deviceKey?: DeviceKey | undefined;
}

const implausibleSequenceError = () =>
  forbidden(
    'burst_sequence_implausible',
    'The burst code was not read in one go. Hold your phone still and scan again.',
  );
const lateSequenceError = () =>
  forbidden(
    'burst_sequence_late',
    'The burst code reached us too late. Check your connection and scan again.',
  );

export const verifySequence = async (
  context: VerifyCodeDeps & IssueTicketDeps,
  caller: Caller,
  { codes: sightings, at, roundTripMs, deviceKey }: Sequence,
  isSigned: boolean,
): Promise<VerifiedScan> => {
  const arrivedAt = context.clock();
  if (deviceKey && !isSigned) throw scanNotYoursError();
  const session = await findByBurstCode(context, sightings.at(-1)?.code ?? '');
  if (!session) throw invalidCodeError();
  const arrival = { sightings, arrivedAt: arrivedAt.getTime(), roundTripMs };
  const judged = judgeSequence(session.secret, arrival, context.graceSeconds * 1000);
  if (judged === 'unknown') throw invalidCodeError();
  if (judged === 'implausible') throw implausibleSequenceError();
  if (judged === 'late') throw lateSequenceError();
  const scanner = deviceKey && createScanner(deviceKey, at, arrivedAt);
  return issueTicket(context, caller, session, scanner, { at: arrivedAt, burstLateMs: judged.lateMs });
};
