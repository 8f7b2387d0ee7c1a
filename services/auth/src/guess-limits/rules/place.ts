import type { MailLanguage } from '../../people/rules/language.ts';
import { hashSecret } from '../../sign-in/rules/secret.ts';

/** The origin of a request. */
export interface Place {
  /** Key of the address, which the addresses of one IPv6 /64 share. */
  address: string;
  /** Secret that the browser was given when somebody signed in there, if it shows one. */
  browser: string | undefined;
}

/** A request from a place, of which somebody waits for the answer. */
export interface Visit extends Place {
  /** In which the page is shown that sent it, if it says so and mails are written in it. */
  language?: MailLanguage | undefined;
  /** Place in the queue for a password hash, given at an earlier visit. */
  queuePlace: string | undefined;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
}

export const addressPlaceOf = ({ address }: Place): string => `address:${hashSecret(address)}`;
export const browserPlaceOf = (browser: string): string => `browser:${hashSecret(browser)}`;
/** The places a request may be trusted for. */
export const placesOf = (place: Place): string[] => [
  addressPlaceOf(place),
  ...(place.browser === undefined ? [] : [browserPlaceOf(place.browser)]),
];

/** The keys that count wrong passwords, besides the account. */
export interface Client {
  kind: 'browser' | 'address';
  key: string;
}
export const clientsOf = (place: Place): Client[] => [
  { kind: 'address', key: addressPlaceOf(place) },
  ...(place.browser === undefined ? [] : [{ kind: 'browser' as const, key: browserPlaceOf(place.browser) }]),
];
