export const CACHE_PAGE = 'keep the page';
