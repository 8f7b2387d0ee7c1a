import { useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    // There is no screen in the build, which renders first pages.
    () => false,
  );

/** Print is narrow too, so only screens count. */
export const useIsPhone = (): boolean => useMedia('screen and (max-width: 767px)');
