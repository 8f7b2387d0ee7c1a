import { routes, type BurstSequence } from '@qr-attendance/contracts';
import { cacheScan, deviceKeyIfAny, receiveScan, scanMoment, type ApiClient } from '@qr-attendance/web-kit';
import type { CodeSighting } from './collect-codes.ts';

/** The round-trip time of a request; undefined if it fails. */
export const measureRoundTrip = async (): Promise<number | undefined> => {
  const sentAt = performance.now();
  try {
    const { ok } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
    return ok ? Math.round(performance.now() - sentAt) : undefined;
  } catch {
    return undefined;
  }
};

interface Sequence {
  userId: string;
  sightings: CodeSighting[];
  roundTripMs: number | undefined;
  signal: AbortSignal;
}

export const sendSequence = async (
  api: ApiClient,
  { userId, sightings, roundTripMs, signal }: Sequence,
): Promise<string> => {
  const key = await deviceKeyIfAny();
  const now = performance.now();
  const body: BurstSequence = {
    codes: sightings.map(({ code, at }) => ({ code, agoMs: Math.max(0, Math.round(now - at)) })),
    ...scanMoment(),
    ...(roundTripMs === undefined ? {} : { roundTripMs }),
    ...(key ? { deviceKey: key.publicKey } : {}),
  };
  const scan = await api.call(routes.session.verifySequence, { body, signed: key !== undefined, signal });
  const qrCode = sightings.at(-1)?.code ?? '';
  cacheScan({ userId, qrCode }, receiveScan(scan));
  return `/attendance/${qrCode}`;
};
