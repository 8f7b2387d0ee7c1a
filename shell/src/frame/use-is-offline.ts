import { useEffect, useState } from 'react';

/** A small file that always exists and that the service worker never caches. */
const PROBE = '/remotes.json';

/** Probes our server, because a server on this machine is reachable whatever the browser reports. */
const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );

export const useIsOffline = (): boolean => {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const check = async () => {
      if (navigator.onLine) return setOffline(false);
      const reachable = await isReachable(over.signal);
      if (!over.signal.aborted) setOffline(!reachable && !navigator.onLine);
    };
    void check();
    for (const event of ['online', 'offline'])
      window.addEventListener(event, () => void check(), { signal: over.signal });
    return () => over.abort();
  }, []);
  return offline;
};
