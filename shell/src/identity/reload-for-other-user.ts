const STARTED_OVER = 'person-changed';

/** Reloads the page, which removes the previous user's data from memory and screen. */
export const reloadForOtherUser = (): void => {
  sessionStorage.setItem(STARTED_OVER, '');
  window.location.reload();
};

export const wasReloadedForOtherUser = (): boolean => sessionStorage.getItem(STARTED_OVER) !== null;

export const dismissReloadNotice = (): void => sessionStorage.removeItem(STARTED_OVER);
