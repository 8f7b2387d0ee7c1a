const STARTED_OVER = 'person-changed';

/** A reload leaves nothing of the previous user in memory or on screen. */
export const reloadForOtherUser = (): void => {
  sessionStorage.setItem(STARTED_OVER, '');
  window.location.reload();
};

export const wasReloadedForOtherUser = (): boolean => sessionStorage.getItem(STARTED_OVER) !== null;

export const dismissReloadNotice = (): void => sessionStorage.removeItem(STARTED_OVER);
