import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useMedia } from '../use-media.ts';

export const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

const STORAGE_KEY = 'appearance';
/** Browsers send storage events only to other tabs, so this event notifies the page itself. */
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

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, read, () => 'system');

export const chooseAppearance = (appearance: Appearance): void => {
  localStorage.setItem(STORAGE_KEY, appearance);
  window.dispatchEvent(new Event(CHANGED));
};

export const useIsDark = (): boolean => {
  const systemIsDark = useMedia('(prefers-color-scheme: dark)');
  const chosen = useAppearance();
  return chosen === 'system' ? systemIsDark : chosen === 'dark';
};

/** Applies the scheme to the tokens (tokens.css) and to native elements such as scroll bars. */
export const useColorScheme = (): void => {
  const dark = useIsDark();
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  }, [dark]);
};
