/** Whether this browser lets the site keep data. Where it is blocked, each access throws. */
export const hasStorage = (): boolean => {
  try {
    return localStorage.length + sessionStorage.length >= 0;
  } catch {
    return false;
  }
};
