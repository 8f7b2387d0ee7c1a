import { createHash } from 'node:crypto';
import type { AttendanceStatus } from '@qr-attendance/contracts';
import { conflict, type DomainError } from '@qr-attendance/server';
import type { NewScan, ScanContext } from '../../core/scans/write-scans.ts';
import { saveCounter, verifyPasskey } from './check-passkey.ts';
import type { MarkingDeps } from './marking.ts';
import { type AcceptedMark, tooManyGuestsError } from './rules/judge-mark.ts';
import { readWholeSelfie } from './selfies.ts';

interface MarkToWrite {
  studentId: string;
  ticketId: string;
  deviceKey: string | undefined;
  context: ScanContext;
}

export const deviceAlreadyUsedError = (): DomainError =>
  conflict('device_already_used', 'This device was already used by another student in this class.');

/**
 * @returns undefined if a mark exists, or if another request consumed the passkey's challenge
 * @throws DomainError if a proof is rejected
 */
export const writeMark = async (
  context: MarkingDeps,
  { studentId, ticketId, deviceKey, context: origin }: MarkToWrite,
  { session, course, passkey, selfieImage, selfieAfterPrompt, place, ...accepted }: AcceptedMark,
): Promise<AttendanceStatus | undefined> => {
  const { attendance } = context;
  const key = { sessionId: session.id, studentId };
  const scanContext = accepted.comparesBrowsers ? origin : { ...origin, browser: null };
  const selfie =
    selfieImage === undefined
      ? undefined
      : await readWholeSelfie(context, key, { selfieImage, selfieAfterPrompt });
  // The passkey is verified last, so that no other refusal consumes its challenge.
  const verified = passkey && (await verifyPasskey(context, { ...key, ticketId }, passkey));
  const scan: NewScan = {
    ...key,
    courseId: course.id,
    scannedAt: accepted.at,
    deviceId: accepted.deviceId,
    deviceKey,
    distanceBand: place?.distanceBand,
    positionHash: place?.positionHash,
    flags: [...accepted.flags, ...(selfie?.flags ?? [])],
    context: scanContext,
    selfie,
    challenge: verified?.challenge,
    passkey: verified && createHash('sha256').update(verified.credentialId).digest('base64url'),
    checksPin: accepted.checksPin,
    takesGuestPlace: accepted.asGuest !== null,
  };
  const written = await attendance.writeScan(scan);
  if (written.outcome === 'too_many_guests' && accepted.asGuest) throw tooManyGuestsError(accepted.asGuest);
  if (written.outcome === 'selfie_reused')
    throw conflict('selfie_reused', 'This selfie was already used. Take a new one.');
  if (written.outcome === 'device_already_used') {
    if (deviceKey) await attendance.flagSharedDevice(session.id, studentId, deviceKey);
    throw deviceAlreadyUsedError();
  }
  if (verified && verified.counter > 0)
    await saveCounter(context.pool, verified.credentialId, verified.counter);
  if (written.outcome !== 'written') return undefined;
  if (!scanContext.signed && scanContext.browser)
    await attendance.flagSharedBrowser(session.id, scanContext.browser);
  return written.status;
};
