import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { AttendanceSubmission, DeviceKey, DeviceKind, TicketClaims } from '@qr-attendance/contracts';
import {
  clientAddressOf,
  isSignedByDevice,
  type Peppers,
  rememberResults,
  thumbprintOf,
} from '@qr-attendance/server';
import type { Request } from 'express';
import type { ScanContext } from '../attendance/scans.ts';
import { isWithin, signatureMissing, type MarkOrigin } from './rules/judge-origin.ts';

/** The coarse class of a phone or computer, no more: it serves to compare how often each is flagged. */
export const deviceKindOf = (userAgent = ''): DeviceKind => {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  return /Windows|Macintosh|CrOS|Linux/.test(userAgent) ? 'computer' : 'other';
};

/**
 * Where a mark comes from. A body that names a key must be signed by it.
 * @throws DomainError (forbidden) when it is not
 */
export const readOrigin = (request: Request, key: DeviceKey | undefined): MarkOrigin => {
  const address = clientAddressOf(request);
  const deviceKind = deviceKindOf(request.headers['user-agent']);
  if (!key) return { address, deviceKind, device: undefined };
  if (!isSignedByDevice(request, key)) throw signatureMissing();
  return { address, deviceKind, device: { key, thumbprint: thumbprintOf(key) } };
};

/** A university teaches fewer sessions at the same moment. */
const MOST_SESSIONS = 1_000;
/** A whole hall marks in one session, so its key is made once. */
const makeKeyOf = (secret: string): ((sessionId: string) => KeyObject) =>
  rememberResults(
    (sessionId) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, sessionId, 'browser', 32))),
    MOST_SESSIONS,
  );
/** While peppers are changed there are two secrets at most. */
const keysOf = rememberResults(makeKeyOf, 2);

/**
 * A name for a browser, by which a session's marks from one browser are found while nobody can tell which it is:
 * HMAC-SHA-256 under a key of the session's own, made (HKDF, RFC 5869) of a secret that is in no database.
 */
const hashBrowser = (secret: string, sessionId: string, browserId: string): string =>
  createHmac('sha256', keysOf(secret)(sessionId)).update(browserId).digest('base64url');

/** What is kept of where and with what a mark is made. The browser's own id is believed only to find others of it. */
export const contextOf = (
  { campusNetworks, peppers }: { campusNetworks: string[]; peppers: Peppers },
  sessionId: string,
  { deviceId }: AttendanceSubmission,
  { address, device, deviceKind = 'other' }: MarkOrigin,
  { burstLateMs }: Pick<TicketClaims, 'burstLateMs'>,
): ScanContext => ({
  deviceKind,
  onCampus: campusNetworks.length === 0 ? null : isWithin(campusNetworks, address),
  signed: device !== undefined,
  browser: deviceId === undefined ? null : hashBrowser(peppers.oldest, sessionId, deviceId),
  burstLateMs: burstLateMs === undefined ? undefined : Math.round(burstLateMs),
});
