import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Coordinates, Classroom, AttendanceSubmission, FlagReason } from '@qr-attendance/contracts';
import type { SessionState } from '@qr-attendance/contracts/events';
import { type DomainError, forbidden, type Peppers } from '@qr-attendance/server';
import { distanceBetween } from '../../../core/scans/rules/distance.ts';

export const checkDistance = (
  classroom: Coordinates & { radius: number },
  position: Coordinates,
): { withinRadius: boolean; distance: number; radius: number } => {
  const distance = distanceBetween(classroom, position);
  return {
    withinRadius: distance <= classroom.radius,
    distance: Math.round(distance),
    radius: classroom.radius,
  };
};

export interface LastLocation {
  location: Classroom;
  markedAt: string;
}

const FASTEST_KMH = 250;
/** Meters. Shorter distances prove nothing, because clocks, doors and maps are inexact. */
const MARGIN = 1_000;

const isImpossibleJump = (last: LastLocation, classroom: Classroom, now: Date): boolean => {
  const meters = distanceBetween(last.location, classroom) - last.location.radius - classroom.radius - MARGIN;
  const hours = Math.max(0, now.getTime() - Date.parse(last.markedAt)) / 3_600_000;
  return meters / 1_000 > FASTEST_KMH * hours;
};

/**
 * Finds equal positions without revealing them: HMAC-SHA-256 with a per-session key (HKDF, RFC 5869) derived
 * from a secret that is not in the database and a salt that is deleted after the session.
 */
const hashPosition = (secret: string, salt: string, { latitude, longitude }: Coordinates): Buffer => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, 'position', 32)));
  return createHmac('sha256', key).update(`${latitude},${longitude}`).digest();
};

const BANDS = [10, 25, 50, 100, 250, 500, 1_000];

export interface CheckedLocation {
  distanceBand: string;
  positionHash: Buffer | undefined;
  flags: FlagReason[];
}

export const judgeLocation = (
  { session, positionSalt, lastPlace }: LocationContext,
  { location }: AttendanceSubmission,
  { peppers, now }: { peppers: Peppers; now: Date },
): DomainError | CheckedLocation | undefined => {
  const classroom = session.location;
  if (!classroom) return undefined;
  if (!location) return forbidden('location_required', 'Location verification is required for this session.');
  const { withinRadius, distance, radius } = checkDistance(classroom, location);
  const accuracy = Math.round(location.accuracy ?? 0);
  if ((location.accuracy ?? 0) > radius)
    return forbidden(
      'location_inaccurate',
      `Your location is only accurate to ${accuracy}m, but ${radius}m is needed. Turn on precise location and Wi-Fi, go near a window, then try again.`,
      { accuracy, radius },
    );
  if (!withinRadius)
    return forbidden(
      'outside_radius',
      `You are ${distance}m away from the classroom. You must be within ${radius}m to mark attendance.`,
      { distance, radius },
    );
  const jumped = lastPlace !== null && isImpossibleJump(lastPlace, classroom, now);
  const band = BANDS.find((limit) => distance <= limit) ?? BANDS.at(-1);
  return {
    distanceBand: `up to ${band} m`,
    positionHash: positionSalt === null ? undefined : hashPosition(peppers.oldest, positionSalt, location),
    flags: [
      ...((location.accuracy ?? 0) === 0 ? (['zero_accuracy'] as const) : []),
      ...(jumped ? (['impossible_jump'] as const) : []),
    ],
  };
};
interface LocationContext {
  session: SessionState;
  positionSalt: string | null;
  lastPlace: LastLocation | null;
}
