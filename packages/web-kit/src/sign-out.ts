const SIGNED_OUT = 'qr-attendance:signed-out';

/** For the shell: tells every part of the page to discard data of the person who signed out. */
export const announceSignOut = (): void => void window.dispatchEvent(new Event(SIGNED_OUT));

/** For data that a module keeps in memory beyond its components: a PIN, an image, tickets. */
export const onSignOut = (forget: () => void): void => {
  // The build renders first pages in Node.
  if (typeof window !== 'undefined') window.addEventListener(SIGNED_OUT, forget);
};
