import { verifiedScanSchema, type VerifiedScan } from '@qr-attendance/contracts';
import { z } from 'zod/mini';

/** A scan with the offset of this device's clock, which may be wrong by hours. */
export const receivedScanSchema = z.extend(verifiedScanSchema, { clockBehindMs: z.number() });
export type ReceivedScan = z.infer<typeof receivedScanSchema>;

/** Call it when the answer arrives, because its duration counts from then on. */
export const receiveScan = (scan: VerifiedScan, now = Date.now()): ReceivedScan => {
  const { startsInMs, startTime } = scan;
  const serverNow = startsInMs === undefined ? now : Date.parse(startTime) - startsInMs;
  return { ...scan, clockBehindMs: serverNow - now };
};

type Offset = Pick<ReceivedScan, 'clockBehindMs'>;

/** The server's current time, in epoch milliseconds. */
export const serverTime = ({ clockBehindMs }: Offset): number => Date.now() + clockBehindMs;

/** When this device's clock shows the start, in epoch milliseconds. */
export const classStart = ({ startTime, clockBehindMs }: Offset & Pick<VerifiedScan, 'startTime'>): number =>
  Date.parse(startTime) - clockBehindMs;

/** When this device's clock shows the ticket's expiry, in epoch milliseconds. */
export const ticketExpiry = ({
  ticketExpiresAt,
  clockBehindMs,
}: Offset & Pick<VerifiedScan, 'ticketExpiresAt'>): number => Date.parse(ticketExpiresAt) - clockBehindMs;
