const PRINTING = 'printing-qr';

/** Prints the sheet alone. Marked only while it does, so that the browser's own print still prints the page. */
export const printSheet = (): void => {
  const { classList } = document.documentElement;
  classList.add(PRINTING);
  window.addEventListener('afterprint', () => classList.remove(PRINTING), { once: true });
  window.print();
};
