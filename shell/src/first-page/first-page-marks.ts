/** The id of the element that holds what the build has drawn. */
export const FIRST_PAGE = 'first-page';
/** On the element that the app draws into, until that is shown. */
export const SHOWN = 'data-first-page';
/** Beside it, where the first page stays until the app has drawn more than what stands for things to come. */
export const HOLDS = 'data-holds';
/** On the first page: the name of the button that was pressed last. */
export const PRESSED = 'data-pressed';
/** On that button. */
export const BUSY = 'aria-busy';
