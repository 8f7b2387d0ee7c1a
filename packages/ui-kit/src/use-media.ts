import { useSyncExternalStore } from 'react';

/** Whether a CSS media query holds, kept up to date. */
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

/** Whether the page is as narrow as a phone held upright. Paper is narrow too, but nobody holds it. */
export const useIsPhone = (): boolean => useMedia('screen and (max-width: 767px)');
