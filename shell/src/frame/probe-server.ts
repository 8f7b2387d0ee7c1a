/** A small file that always exists and that the service worker never caches. */
const PROBE = '/remotes.json';

/**
 * Probes our server, because a server on this machine is reachable even if the browser is offline. `failing` is any
 * other answer, such as one of a proxy whose server is down.
 */
export const probeServer = (signal: AbortSignal): Promise<'works' | 'failing' | 'unreachable'> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => (ok ? 'works' : 'failing'),
    () => 'unreachable',
  );
