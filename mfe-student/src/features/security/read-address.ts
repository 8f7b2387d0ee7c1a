import { proofs, type Proof } from '@qr-attendance/web-kit';

export const readRequiredProofs = (search: URLSearchParams): Proof[] => {
  const required = (search.get('asks') ?? '').split(',');
  return proofs.filter((proof) => required.includes(proof));
};

/** Accepts only paths below `/attendance/` of this origin, so that a link cannot lead to another site. */
export const returnPath = (search: URLSearchParams, origin = location.origin): string | undefined => {
  const value = search.get('return');
  if (!value?.startsWith('/attendance/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  return url.origin === origin && url.pathname.startsWith('/attendance/') ? url.pathname : undefined;
};
