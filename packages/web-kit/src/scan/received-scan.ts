import { verifiedScanSchema, type VerifiedScan } from '@qr-attendance/contracts';

/** A scan with the offset of this device's clock, which may be hours off. */
export interface ReceivedScan extends VerifiedScan {
  clockBehindMs: number;
}

/** Parses a stored scan; earlier releases of the page stored no offset. */
export const readReceivedScan = (stored: unknown): ReceivedScan | undefined => {
  const scan = verifiedScanSchema.safeParse(stored).data;
  return scan && { ...scan, clockBehindMs: Number((stored as Partial<ReceivedScan>).clockBehindMs ?? 0) };
};

/** The answer may have arrived before the app started; its age makes a correct clock seem fast. */
const MAX_ANSWER_AGE_MS = 10_000;

/** Must be called when the answer arrives, because its durations count from that moment. */
export const receiveScan = (scan: VerifiedScan, now = Date.now()): ReceivedScan => {
  const { startsInMs, startTime } = scan;
  const serverNow = startsInMs === undefined ? now : Date.parse(startTime) - startsInMs;
  const behindMs = serverNow - now;
  return { ...scan, clockBehindMs: behindMs < 0 && behindMs > -MAX_ANSWER_AGE_MS ? 0 : behindMs };
};

type Offset = Pick<ReceivedScan, 'clockBehindMs'>;

/** The server's current time, in epoch milliseconds. */
export const serverTime = ({ clockBehindMs }: Offset): number => Date.now() + clockBehindMs;

/** The time on this device's clock when the ticket expires, in epoch milliseconds. */
export const ticketExpiry = ({
  ticketExpiresAt,
  clockBehindMs,
}: Offset & Pick<VerifiedScan, 'ticketExpiresAt'>): number => Date.parse(ticketExpiresAt) - clockBehindMs;
