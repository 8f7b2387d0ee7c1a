import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { AttendanceSubmission, TicketClaims } from '@qr-attendance/contracts';
import { rememberResults } from '@qr-attendance/server';
import type { ScanContext } from '../../core/scans/write-scans.ts';
import type { MarkingDeps } from './marking.ts';
import { isInNetworks } from './rules/judge-network.ts';
import type { MarkOrigin } from './rules/judge-device.ts';

const MAX_SESSIONS = 1_000;
const createKeyOf = (secret: string): ((sessionId: string) => KeyObject) =>
  rememberResults(
    (sessionId) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, sessionId, 'browser', 32))),
    MAX_SESSIONS,
  );
const keysOf = rememberResults(createKeyOf, 2);

/**
 * Finds marks from the same browser within a session without identifying it: HMAC-SHA-256 with a per-session
 * key (HKDF, RFC 5869) derived from a secret that is not in the database.
 */
const hashBrowser = (secret: string, sessionId: string, browserId: string): string =>
  createHmac('sha256', keysOf(secret)(sessionId)).update(browserId).digest('base64url');

/** The browser id only serves to find other marks with the same id. */
export const contextOf = (
  { campusNetworks, peppers }: MarkingDeps,
  sessionId: string,
  { deviceId }: AttendanceSubmission,
  { address, device, deviceKind = 'other' }: MarkOrigin,
  { burstLateMs }: Pick<TicketClaims, 'burstLateMs'>,
): ScanContext => ({
  deviceKind,
  onCampus: campusNetworks.length === 0 ? null : isInNetworks(campusNetworks, address),
  signed: device !== undefined,
  browser: deviceId === undefined ? null : hashBrowser(peppers.oldest, sessionId, deviceId),
  burstLateMs: burstLateMs === undefined ? undefined : Math.round(burstLateMs),
});
