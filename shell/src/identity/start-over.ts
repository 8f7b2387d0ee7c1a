const STARTED_OVER = 'person-changed';

/**
 * Loads the page anew for the person who signed in in another tab, so that nothing of the one before stays in its memory or
 * on the screen.
 */
export const startOver = (): void => {
  sessionStorage.setItem(STARTED_OVER, '');
  window.location.reload();
};

/** Whether this page was loaded anew because somebody else signed in, until it is dismissed or left. */
export const hasStartedOver = (): boolean => sessionStorage.getItem(STARTED_OVER) !== null;

export const forgetStartOver = (): void => sessionStorage.removeItem(STARTED_OVER);
