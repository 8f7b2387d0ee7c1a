/** Limits a renewal of the access token. The inlined early script needs it alone, without the live requests. */
export const RENEWAL_TIMEOUT_MS = 10_000;
