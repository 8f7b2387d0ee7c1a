// This module has no imports, because the inline script of the shell's page contains it too.

const keyOf = (address: string): string => `first-page:${address}`;

export const chosenFirstPage = (address: string): string | undefined =>
  localStorage.getItem(keyOf(address)) ?? undefined;

/**
 * Chooses the first page (`src/first-pages.tsx`) that this browser shows next time before the app starts.
 * @param address the page's declared path with its area: `/attendance/:qrCode`
 * @param name of a first page; any other name shows none
 */
export const chooseFirstPage = (address: string, name: string): void => {
  if (chosenFirstPage(address) !== name) localStorage.setItem(keyOf(address), name);
};
