import { whenIdle } from '../when-idle.ts';
import { CACHE_PAGE, isCacheable } from './cacheable-files.ts';

/** The gateway writes this tag. */
const isSwitchedOff = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content === 'off';

const usedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((address) => isCacheable(new URL(address), location.origin));

const register = async (): Promise<void> => {
  try {
    // Undefined if a test or an extension prevents the registration.
    const registration: ServiceWorkerRegistration | undefined =
      await navigator.serviceWorker.register('/sw.js');
    if (!registration) return;
    const { active } = await navigator.serviceWorker.ready;
    // This module is loaded only if there is a service worker, because no page needs the module.
    const { markingFiles } = await import('./marking-files.ts');
    const urlsToCache = [...new Set([...usedFiles(), ...(await markingFiles().catch(() => []))])];
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
    active?.postMessage(CACHE_PAGE);
  } catch {
    // The app works without a worker.
  }
};

/**
 * The service worker caches the page, its files and those of the marking page for the next visit. It is
 * registered when the page is idle, so that the first visit is not slowed down. Browsers support workers only
 * on secure pages.
 */
export const registerWorkerLater = (): void => {
  if ('serviceWorker' in navigator && !isSwitchedOff()) whenIdle(() => void register());
};
