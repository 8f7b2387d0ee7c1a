/** A page that stays open starts a new trace after this time, which is longer than the lifetime of a ticket. */
const TRACE_MS = 10 * 60_000;

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

interface Trace {
  id: string;
  path: string | undefined;
  endsAt: number;
}
declare global {
  /** The trace that the early script started and the app continues. */
  var earlyTrace: Trace | undefined;
}

/** Creates one trace per page, for example for scan and mark, and one span per call (W3C Trace Context). */
export const createTraceParents = ({
  pathOf = () => globalThis.location?.pathname,
  clock = Date.now,
}: { pathOf?: () => string | undefined; clock?: () => number } = {}): (() => string) => {
  let trace: Trace = globalThis.earlyTrace ?? { id: '', path: pathOf(), endsAt: -Infinity };
  return () => {
    const [path, now] = [pathOf(), clock()];
    if (path !== trace.path || now >= trace.endsAt)
      trace = { id: randomHex(16), path, endsAt: now + TRACE_MS };
    return `00-${trace.id}-${randomHex(8)}-01`;
  };
};

/** Starts a trace that the app, a separate bundle, continues on the same page. */
export const startEarlyTrace = (): (() => string) => {
  globalThis.earlyTrace = {
    id: randomHex(16),
    path: globalThis.location?.pathname,
    endsAt: Date.now() + TRACE_MS,
  };
  return createTraceParents();
};
