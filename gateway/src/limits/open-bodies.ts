import type { Metrics } from '@qr-attendance/observability';

/** The reason for dropping a body that was arriving. */
export type BodyDrop = 'slow' | 'address' | 'client' | 'memory';
const DROPS: BodyDrop[] = ['slow', 'address', 'client', 'memory'];

/** Browsers send six requests at once. */
const PER_PERSON = 16;
/** Anonymous clients of one address may hold this share of the memory together. */
const ADDRESS_SHARE = 0.5;
/**
 * Sign-ins, scans and marks without a selfie are smaller than this. Small bodies have memory that larger ones cannot
 * take.
 */
const SMALL = 16 * 1_024;
const SMALL_SHARE = 0.125;
const SWEEP_MS = 1_000;

export interface BodyLimits {
  max: number;
  maxPerAddress: number;
  /** The maximum number of bytes in bodies that are arriving or belong to a request in progress. */
  maxBytes: number;
  /** The minimum average rate of a body once `graceMs` have passed. */
  bytesPerSecond: number;
  graceMs: number;
}

/** A body that is arriving or has arrived. */
interface Body {
  holder: Holder;
  began: number;
  received: number;
  /**
   * The bytes that the body takes; a large body counts with its whole length from the start, so that it is rejected
   * before it is read.
   */
  bytes: number;
  drop: (why: BodyDrop) => void;
}
/** An account, or all anonymous clients of one address. */
interface Holder {
  key: string;
  isPerson: boolean;
  /** Bodies that are arriving, the oldest first. */
  arriving: Set<Body>;
  bytes: number;
}
/** The reservation of a body. */
export interface BodyPlace {
  grow: (bytes: number) => void;
  /** Marks the body as complete: it is no longer dropped, and counts until `leave`. */
  arrived: () => void;
  leave: () => void;
}

const first = <T>(all: Set<T>): T | undefined => all.values().next().value;

/**
 * Bounds the bodies that are arriving and the memory that bodies take. Without room the oldest body that is still
 * arriving is dropped: an honest body arrives within moments, so a flood of unfinished bodies displaces itself. Large
 * bodies of anonymous clients are rejected instead.
 */
export const createOpenBodies = (
  limits: BodyLimits,
  metrics: Metrics,
): {
  /** @param length the declared length; 0 if there is none */
  enter: (
    who: { address: string; person: string | undefined },
    length: number,
    drop: (why: BodyDrop) => void,
  ) => BodyPlace;
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
  gauge('http_bodies_arriving', 'Request bodies that have not arrived whole.', () => arriving.size);
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
  const drop = (body: Body | undefined, reason: BodyDrop): void => {
    if (!body) return;
    release(body);
    countDrop({ reason });
    body.drop(reason);
  };
  /** Bodies of anonymous clients are dropped before those of signed-in users. */
  const oldest = (): Body | undefined => {
    for (const body of arriving) if (!body.holder.isPerson) return body;
    return first(arriving);
  };
  const holderOf = ({ address, person }: { address: string; person: string | undefined }): Holder => {
    const key = person === undefined ? `address ${address}` : `person ${person}`;
    const known = holders.get(key) ?? {
      key,
      isPerson: person !== undefined,
      arriving: new Set<Body>(),
      bytes: 0,
    };
    holders.set(key, known);
    return known;
  };

  const makeRoomFor = (body: Body): void => {
    const { holder } = body;
    if (!holder.isPerson && body.bytes > SMALL && holder.bytes > limits.maxBytes * ADDRESS_SHARE) {
      drop(body, 'address');
      return;
    }
    const most = limits.maxBytes * (body.bytes > SMALL ? 1 - SMALL_SHARE : 1);
    if (bytesHeld <= most) return;
    const other = oldest();
    // Dropping a small body makes no room for a large one.
    drop(other && (other.bytes > SMALL || body.bytes <= SMALL) ? other : body, 'memory');
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
      const most = holder.isPerson ? PER_PERSON : limits.maxPerAddress;
      if (holder.arriving.size > most) drop(first(holder.arriving), holder.isPerson ? 'client' : 'address');
      if (arriving.size > limits.max) drop(oldest(), 'memory');
      if (length > SMALL && arriving.has(body)) hold(body, length);
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
