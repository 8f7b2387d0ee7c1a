import type { Metrics } from '@qr-attendance/observability';
import { type LimitKey, limitKeys } from '@qr-attendance/server';
import type { Client } from '../clients/identify.ts';

export type BodyDropReason = 'slow' | 'address' | 'client' | 'memory';
const DROPS: BodyDropReason[] = ['slow', 'address', 'client', 'memory'];

const MAX_PER_PERSON = 16;
const ADDRESS_SHARE = 0.5;
/**
 * Sign-ins, scans and marks without a selfie are smaller than this. A share of the memory is reserved for
 * them.
 */
const SMALL_BYTES = 16 * 1_024;
const SMALL_SHARE = 0.125;
const SWEEP_MS = 1_000;

export interface BodyLimits {
  max: number;
  maxPerAddress: number;
  /** The limit includes bodies that are arriving, and the bodies of requests in progress. */
  maxBytes: number;
  bytesPerSecond: number;
  graceMs: number;
}

interface Body {
  holder: Holder;
  began: number;
  received: number;
  /**
   * A large body counts with its declared length from the start, so that it is rejected before it is read.
   */
  bytes: number;
  drop: (why: BodyDropReason) => void;
}
type Sender = Pick<Client, 'address' | 'person' | 'trace'>;
interface Holder {
  key: LimitKey;
  isPerson: boolean;
  arriving: Set<Body>;
  bytes: number;
}
export interface BodyReservation {
  grow: (bytes: number) => void;
  arrived: () => void;
  leave: () => void;
}

const first = <T>(all: Set<T>): T | undefined => all.values().next().value;

/**
 * Limits the bodies that are arriving, and the memory of all bodies. If there is no space, drops the oldest
 * body that is still arriving: honest bodies arrive within moments, so a flood of unfinished bodies displaces
 * itself. Large bodies of anonymous clients are rejected instead. The declared length is 0 if there is none.
 */
export const createOpenBodies = (
  limits: BodyLimits,
  metrics: Metrics,
): {
  enter: (who: Sender, length: number, drop: (why: BodyDropReason) => void) => BodyReservation;
  stop: () => void;
} => {
  const holders = new Map<string, Holder>();
  const arriving = new Set<Body>();
  let bytesHeld = 0;

  const countDrop = metrics.counter({
    name: 'http_bodies_dropped_total',
    help: 'Request bodies dropped while they arrived, because they were too slow or because memory was needed.',
    labels: ['reason'],
  });
  for (const reason of DROPS) countDrop({ reason }, 0);
  const gauge = (name: string, help: string, value: () => number) =>
    metrics.gauge({ name, help, labels: [] }, () => [{ labels: {}, value: value() }]);
  gauge('http_bodies_arriving', 'Request bodies that are still arriving.', () => arriving.size);
  gauge('http_body_bytes', 'Bytes that request bodies hold.', () => bytesHeld);

  const settle = (body: Body): void => {
    arriving.delete(body);
    body.holder.arriving.delete(body);
  };
  const release = (body: Body): void => {
    settle(body);
    bytesHeld -= body.bytes;
    body.holder.bytes -= body.bytes;
    body.bytes = 0;
    const { holder } = body;
    if (holder.arriving.size === 0 && holder.bytes === 0 && holders.get(holder.key) === holder)
      holders.delete(holder.key);
  };
  const drop = (body: Body | undefined, reason: BodyDropReason): void => {
    if (!body) return;
    release(body);
    countDrop({ reason });
    body.drop(reason);
  };
  const oldest = (): Body | undefined => {
    for (const body of arriving) if (!body.holder.isPerson) return body;
    return first(arriving);
  };
  const holderWith = (key: LimitKey, isPerson: boolean): Holder => {
    const holder = holders.get(key) ?? { key, isPerson, arriving: new Set<Body>(), bytes: 0 };
    holders.set(key, holder);
    return holder;
  };
  /**
   * Beyond the limit, bodies of a cookie's account count toward the address, so that a stolen cookie cannot
   * displace its owner.
   */
  const holderOf = ({ address, person, trace }: Sender): Holder => {
    if (person !== undefined) return holderWith(limitKeys.person({ id: person }), true);
    const ofTrace = trace === undefined ? undefined : holderWith(limitKeys.trace(trace), true);
    return ofTrace && ofTrace.arriving.size < MAX_PER_PERSON
      ? ofTrace
      : holderWith(limitKeys.address(address), false);
  };

  const makeRoomFor = (body: Body): void => {
    const { holder } = body;
    if (!holder.isPerson && body.bytes > SMALL_BYTES && holder.bytes > limits.maxBytes * ADDRESS_SHARE) {
      drop(body, 'address');
      return;
    }
    const most = limits.maxBytes * (body.bytes > SMALL_BYTES ? 1 - SMALL_SHARE : 1);
    if (bytesHeld <= most) return;
    const other = oldest();
    // Dropping a small body would not make space for a large one.
    drop(other && (other.bytes > SMALL_BYTES || body.bytes <= SMALL_BYTES) ? other : body, 'memory');
  };
  const hold = (body: Body, bytes: number): void => {
    const more = bytes - body.bytes;
    if (more <= 0) return;
    body.bytes = bytes;
    body.holder.bytes += more;
    bytesHeld += more;
    makeRoomFor(body);
  };
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const body of arriving) {
      const age = now - body.began;
      if (age > limits.graceMs && body.received < (limits.bytesPerSecond * age) / 1_000) drop(body, 'slow');
    }
  }, SWEEP_MS).unref();

  return {
    enter: (who, length, onDrop) => {
      const holder = holderOf(who);
      const body: Body = { holder, began: performance.now(), received: 0, bytes: 0, drop: onDrop };
      arriving.add(body);
      holder.arriving.add(body);
      const most = holder.isPerson ? MAX_PER_PERSON : limits.maxPerAddress;
      if (holder.arriving.size > most) drop(first(holder.arriving), holder.isPerson ? 'client' : 'address');
      if (arriving.size > limits.max) drop(oldest(), 'memory');
      if (length > SMALL_BYTES && arriving.has(body)) hold(body, length);
      return {
        grow: (bytes) => {
          if (!arriving.has(body)) return;
          body.received += bytes;
          hold(body, body.received);
        },
        arrived: () => settle(body),
        leave: () => release(body),
      };
    },
    stop: () => clearInterval(sweep),
  };
};
