export const FIRST_PAGE = 'first-page';
export const SHOWN = 'data-first-page';
/** Set on the root element to keep the first page until the app has rendered text. */
export const WAIT_FOR_TEXT = 'data-holds';
export const PRESSED = 'data-pressed';
export const BUSY = 'aria-busy';
