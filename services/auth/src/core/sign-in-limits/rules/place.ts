import { hashSecret } from '@qr-attendance/server';
import type { MailLanguage } from '../../people/rules/language.ts';

export interface Place {
  address: string;
  browser: string | undefined;
}

export interface Visit extends Place {
  /** The language of the page that sent the request, if emails are available in it. */
  language?: MailLanguage | undefined;
  queuePlace: string | undefined;
  signal: AbortSignal;
}

export const addressPlaceOf = ({ address }: Place): string => `address:${hashSecret(address)}`;
export const browserPlaceOf = (browser: string): string => `browser:${hashSecret(browser)}`;
export const placesOf = (place: Place): string[] => [
  addressPlaceOf(place),
  ...(place.browser === undefined ? [] : [browserPlaceOf(place.browser)]),
];

export interface Client {
  kind: 'browser' | 'address';
  key: string;
}
export const clientsOf = (place: Place): Client[] => [
  { kind: 'address', key: addressPlaceOf(place) },
  ...(place.browser === undefined ? [] : [{ kind: 'browser' as const, key: browserPlaceOf(place.browser) }]),
];
