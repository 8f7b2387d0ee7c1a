import { whenIdle } from '../when-idle.ts';
import { isKept } from './kept-files.ts';
import { KEEP_PAGE } from './messages.ts';

/** As the gateway wrote it into the page. */
const isSwitchedOff = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content === 'off';

/** What this page was made of: the first visit's files come before there is a worker to keep them. */
const usedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((address) => isKept(new URL(address), location.origin));

const register = async (): Promise<void> => {
  try {
    // Undefined where somebody, a test or an extension, keeps pages from registering one.
    const registration: ServiceWorkerRegistration | undefined =
      await navigator.serviceWorker.register('/sw.js');
    if (!registration) return;
    const { active } = await navigator.serviceWorker.ready;
    // Fetched where there is a worker to tell, as no page needs it.
    const { markingFiles } = await import('./marking-files.ts');
    const urlsToCache = [...new Set([...usedFiles(), ...(await markingFiles().catch(() => []))])];
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
    active?.postMessage(KEEP_PAGE);
  } catch {
    // Without a worker the app is no worse: its files are in the browser's own cache.
  }
};

/**
 * Has the service worker keep the page with its files, and the files of the marking page, for the next visit and for poor Wi-Fi. Only
 * once the page is loaded, so that the first visit pays nothing. Browsers have workers on secure pages alone.
 */
export const registerWorkerLater = (): void => {
  if ('serviceWorker' in navigator && !isSwitchedOff()) whenIdle(() => void register());
};
