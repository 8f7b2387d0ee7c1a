/**
 * The mark a student was sent here from, as a path of this app, from `?return=`. Nothing but `/attendance/{code}`
 * counts: an address in a link must not lead anywhere else.
 */
export const returnToMarking = (search: URLSearchParams): string | undefined => {
  const path = search.get('return') ?? '';
  return /^\/attendance\/(?!\.{1,2}$)[^/\\?#\s]+$/.test(path) ? path : undefined;
};
