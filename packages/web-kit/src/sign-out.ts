const SIGNED_OUT = 'qr-attendance:signed-out';

/** Asks every part of the page to forget what belongs to the person who signed out. For the shell. */
export const announceSignOut = (): void => void window.dispatchEvent(new Event(SIGNED_OUT));

/** Registers what a module keeps in memory beyond its components: a PIN, a picture, tickets. */
export const onSignOut = (forget: () => void): void => {
  // The build draws first pages in Node.
  if (typeof window !== 'undefined') window.addEventListener(SIGNED_OUT, forget);
};
