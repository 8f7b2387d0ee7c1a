/** Longer than a ticket's lifetime. A page that stays open starts a new trace now and then. */
const TRACE_MS = 10 * 60_000;

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** One trace per page, such as scan and mark, and one span per call (W3C Trace Context). */
export const createTraceParents = ({
  pathOf = () => globalThis.location?.pathname,
  clock = Date.now,
}: { pathOf?: () => string | undefined; clock?: () => number } = {}): (() => string) => {
  let trace = { id: '', path: pathOf(), endsAt: -Infinity };
  return () => {
    const [path, now] = [pathOf(), clock()];
    if (path !== trace.path || now >= trace.endsAt)
      trace = { id: randomHex(16), path, endsAt: now + TRACE_MS };
    return `00-${trace.id}-${randomHex(8)}-01`;
  };
};
