import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useMedia } from '../use-media.ts';

/** How the page looks: as the system does, or as the person chose. */
export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

/** The key of the choice in the browser's storage. */
const STORAGE_KEY = 'appearance';
/** Tells the page's own listeners; browsers tell other tabs alone. */
const CHANGED = 'qr-attendance:appearance';

const read = (): Appearance => {
  const stored = localStorage.getItem(STORAGE_KEY);
  return appearances.find((one) => one === stored) ?? 'system';
};
const subscribe = (onChange: () => void) => {
  window.addEventListener('storage', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
};

/**
 * The person's choice of appearance. Each app has its own copy of this module, so the choice is kept in the browser.
 */
export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, read, () => 'system');

export const chooseAppearance = (appearance: Appearance): void => {
  localStorage.setItem(STORAGE_KEY, appearance);
  window.dispatchEvent(new Event(CHANGED));
};

/** Whether the page is dark now. */
export const useIsDark = (): boolean => {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const chosen = useAppearance();
  return chosen === 'system' ? systemIsDark : chosen === 'dark';
};

/** Has the page follow: the tokens' colors (tokens.css), and what browsers draw themselves, scroll bars say. For the shell. */
export const useColorScheme = (): void => {
  const dark = useIsDark();
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  }, [dark]);
};
