// No imports, because the service worker includes this file.

/** Sent with the code `moved` and the new address, to pages of an address that this system has left. */
export const MOVED_STATUS = 410;
