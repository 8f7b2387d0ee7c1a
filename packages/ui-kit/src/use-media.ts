import { useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    // First pages are rendered at build time, without a screen.
    () => false,
  );

/** Excludes print, where the page may be as narrow as a phone. */
export const useIsPhone = (): boolean => useMedia('screen and (max-width: 767px)');
