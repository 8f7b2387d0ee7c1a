// Without imports: the script that stands in the shell's page has it too.

const keyOf = (address: string): string => `first-page:${address}`;

/** The name of the first page that is to be shown at an address; undefined where nothing was chosen. */
export const chosenFirstPage = (address: string): string | undefined =>
  localStorage.getItem(keyOf(address)) ?? undefined;

/**
 * Chooses which of a page's first pages (`src/first-pages.tsx`) stands there next time before the app does, in this browser.
 * @param address of the page, as its remote declares it, below the area's: `/attendance/:qrCode`
 * @param name of one of them; by any other name none is shown
 */
export const chooseFirstPage = (address: string, name: string): void => {
  if (chosenFirstPage(address) !== name) localStorage.setItem(keyOf(address), name);
};
