const KEY = 'page-after-sign-in';

/**
 * The page for which somebody went to a provider in this tab, because some errors of the return name no page. Removed by
 * a sign-in and a sign-out, so that nobody else is led there.
 */
export const wantedPage = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (path: string | undefined): void =>
    path === undefined ? sessionStorage.removeItem(KEY) : sessionStorage.setItem(KEY, path),
};
