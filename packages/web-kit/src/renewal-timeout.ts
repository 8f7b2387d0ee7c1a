/**
 * Maximum duration of a renewal of the access token. A separate file, because the inlined early script must
 * not include the live requests.
 */
export const RENEWAL_TIMEOUT_MS = 10_000;
