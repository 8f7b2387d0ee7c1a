const SIGNED_OUT = 'qr-attendance:signed-out';

/** Makes all parts of the page delete the data of the user who signed out. */
export const dispatchSignOut = (): void => void window.dispatchEvent(new Event(SIGNED_OUT));

export const onSignOut = (forget: () => void): void => {
  if (typeof window !== 'undefined') window.addEventListener(SIGNED_OUT, forget);
};
