/**
 * Where to go after sign-in: the page that asked for it, else the user's own area. Only a path of this app counts,
 * never another site.
 */
export const returnPath = (state: unknown, otherwise: string): string => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : otherwise;
};
