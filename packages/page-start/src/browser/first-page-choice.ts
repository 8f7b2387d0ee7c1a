// No imports, because the early script includes this file.

const keyOf = (address: string): string => `first-page:${address}`;

export const chosenFirstPage = (address: string): string | undefined =>
  localStorage.getItem(keyOf(address)) ?? undefined;

/** `address` is the declared path including the area, such as `/attendance/:qrCode`. */
export const chooseFirstPage = (address: string, name: string): void => {
  if (chosenFirstPage(address) !== name) localStorage.setItem(keyOf(address), name);
};
