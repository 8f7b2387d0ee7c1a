/** A small file that always exists and that the service worker never caches. */
const PROBE = '/remotes.json';

/** Probes our server, because a server on this machine is reachable even if the browser is offline. */
export const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
