import { needs, type Need } from '../../shared/readiness.ts';

/** What the session asks for that sent the student here, whatever the student's own preferences: `asks=pin,passkey`. */
export const askedNeeds = (search: URLSearchParams): Need[] => {
  const asked = (search.get('asks') ?? '').split(',');
  return needs.filter((need) => asked.includes(need));
};

/**
 * Where the student came from, when that was the marking of a scan: a path of this origin below `/attendance/`.
 * Anything else in the address is ignored, so that no link can lead away from here.
 */
export const returnPath = (search: URLSearchParams, origin = location.origin): string | undefined => {
  const value = search.get('return');
  if (!value?.startsWith('/attendance/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  return url.origin === origin && url.pathname.startsWith('/attendance/') ? url.pathname : undefined;
};
