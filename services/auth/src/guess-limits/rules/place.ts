import type { MailLanguage } from '../../people/rules/language.ts';
import { hashSecret } from '../../sign-in/rules/secret.ts';

export interface Place {
  /** The addresses of one IPv6 /64 share a key. */
  address: string;
  /** The secret that the browser received when somebody signed in there. */
  browser: string | undefined;
}

/** A request whose client waits for the answer. */
export interface Visit extends Place {
  /** The language of the page that sent the request, if emails are written in it. */
  language?: MailLanguage | undefined;
  /** The position in the sign-in queue that an earlier request received. */
  queuePlace: string | undefined;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

export const addressPlaceOf = ({ address }: Place): string => `address:${hashSecret(address)}`;
export const browserPlaceOf = (browser: string): string => `browser:${hashSecret(browser)}`;
export const placesOf = (place: Place): string[] => [
  addressPlaceOf(place),
  ...(place.browser === undefined ? [] : [browserPlaceOf(place.browser)]),
];

/** Wrong passwords are also counted by these keys, besides the account. */
export interface Client {
  kind: 'browser' | 'address';
  key: string;
}
export const clientsOf = (place: Place): Client[] => [
  { kind: 'address', key: addressPlaceOf(place) },
  ...(place.browser === undefined ? [] : [{ kind: 'browser' as const, key: browserPlaceOf(place.browser) }]),
];
