export const ERASED_NAME = 'Deleted user';
/** Unique, and reserved by RFC 2606. */
export const erasedAddressOf = (id: string): string => `deleted-${id}@erased.invalid`;
