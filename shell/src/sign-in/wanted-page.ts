const KEY = 'page-after-sign-in';

/**
 * The page for which somebody went to a provider in this tab, because some errors of the return name no page. Removed when
 * the sign-in is complete.
 */
export const wantedPage = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (path: string | undefined): void =>
    path === undefined ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, path),
};
