/** As the server takes a reason: on one line. */
export const oneLine = (typed: string): string => typed.replace(/\s+/g, ' ').trim();
/** In characters; the contract's own limit. */
export const REASON_MAX = 500;
