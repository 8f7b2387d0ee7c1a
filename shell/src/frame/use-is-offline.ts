import { useEffect, useState } from 'react';

/** Small, always there, and never answered by the service worker. */
const PROBE = '/remotes.json';

/** Whether our server answers. A server on this very machine does, whatever the browser says of the network. */
const isReachable = (signal: AbortSignal): Promise<boolean> =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );

/** Whether the browser has no network and the server does not answer. */
export const useIsOffline = (): boolean => {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const look = async () => {
      if (navigator.onLine) return setOffline(false);
      const reachable = await isReachable(over.signal);
      if (!over.signal.aborted) setOffline(!reachable && !navigator.onLine);
    };
    void look();
    for (const event of ['online', 'offline'])
      window.addEventListener(event, () => void look(), { signal: over.signal });
    return () => over.abort();
  }, []);
  return offline;
};
