/** What a page sends to the worker, to have it keep the page that all paths begin with. */
export const KEEP_PAGE = 'keep the page';
