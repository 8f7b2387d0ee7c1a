/** Browsers that block site data throw on every access. */
export const hasStorage = (): boolean => {
  try {
    return localStorage.length + sessionStorage.length >= 0;
  } catch {
    return false;
  }
};
