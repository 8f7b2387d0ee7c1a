import { createDevice } from '@qr-attendance/test-kit';
import { SEAT } from '../attacks/places.ts';
import type { Target } from '../target/start-target.ts';
import {
  forRegulars,
  markByForwardedAddress,
  markByHandedTicket,
  markByStrictest,
  markByStrictestLive,
  markWithPasskey,
  markWithPlace,
  markWithSelfies,
  oneKeyForAll,
  type Attempt,
} from './attempts.ts';
import { markByBurstCodes, markByWords } from './burst-attempts.ts';

export interface Cheat {
  name: string;
  has: string;
  prepare: (target: Target) => Promise<Attempt>;
}

export const CHEATS: Cheat[] = [
  {
    name: 'a photo of the code, sent to a friend',
    has: 'the picture; a sign-in on the friend’s own phone',
    prepare: forRegulars(
      1,
      () =>
        ({ device }) =>
          device,
    ),
  },
  {
    name: 'the code’s address forwarded, opened before the sign-in',
    has: 'the address, the password',
    prepare: markByForwardedAddress,
  },
  {
    name: 'a ticket handed to the friend’s own phone',
    has: 'a helper in the room with the password',
    prepare: markByHandedTicket,
  },
  {
    name: 'one software key for a group chat of five',
    has: 'five sign-ins, one key in a file',
    prepare: forRegulars(5, oneKeyForAll),
  },
  {
    name: 'ten accounts in one browser',
    has: 'ten sign-ins, one browser',
    prepare: forRegulars(10, oneKeyForAll),
  },
  {
    name: 'ten accounts in one browser, its storage cleared for each',
    has: 'ten sign-ins, one browser',
    prepare: forRegulars(10, () => () => createDevice()),
  },
  {
    name: 'three accounts in one browser, its storage cleared for each',
    has: 'three sign-ins, one browser',
    prepare: forRegulars(3, () => () => createDevice()),
  },
  {
    name: 'a burst code read by a script in the room, sent to a friend’s own phone with device and PIN',
    has: 'a helper in the room; the friend’s phone and PIN',
    prepare: markByBurstCodes(),
  },
  {
    name: 'the same burst code, sent 3 s later',
    has: 'a helper in the room; the friend’s phone and PIN',
    prepare: markByBurstCodes(3_000),
  },
  {
    name: 'the words beside a burst code, sent to a friend’s own phone with device and PIN',
    has: 'two words; the friend’s phone and PIN',
    prepare: markByWords({}, 1),
  },
  {
    name: 'the same words sent to three friends',
    has: 'two words; three phones and PINs',
    prepare: markByWords({}, 3),
  },
  {
    name: 'words where the teacher switched them off',
    has: 'two words; the friend’s phone and PIN',
    prepare: markByWords({ allowWords: false }, 1),
  },
  {
    name: 'a software passkey in an account that has none',
    has: 'the password',
    prepare: markWithPasskey(false),
  },
  {
    name: 'a software passkey in an account that has one',
    has: 'the password',
    prepare: markWithPasskey(true),
  },
  {
    name: 'an old selfie, saved again',
    has: 'a sign-in, a picture',
    prepare: markWithSelfies('saved again'),
  },
  { name: 'an old selfie, mirrored', has: 'a sign-in, a picture', prepare: markWithSelfies('mirrored') },
  {
    name: 'an invented position',
    has: 'a sign-in, where the room is',
    prepare: markWithPlace(() => ({ ...SEAT, accuracy: 12 }), 1),
  },
  {
    name: 'one invented position for three',
    has: 'three sign-ins, where the room is',
    prepare: markWithPlace(() => ({ ...SEAT, accuracy: 12 }), 3),
  },
  {
    name: 'an invented position for each of three',
    has: 'three sign-ins, where the room is',
    prepare: markWithPlace(
      (place) => ({
        latitude: SEAT.latitude + place / 100_000,
        longitude: SEAT.longitude,
        accuracy: 9 + place,
      }),
      3,
    ),
  },
  {
    name: 'device, PIN, passkey, selfie and place for four who have set up nothing',
    has: 'four passwords',
    prepare: markByStrictest(true),
  },
  {
    name: 'the same for four who have their own',
    has: 'four passwords and PINs',
    prepare: markByStrictest(false),
  },
  {
    name: 'everything required at once: a burst code read by a script in the room, sent to an absent student',
    has: 'a helper in the room; the student with phone, PIN and passkey',
    prepare: markByStrictestLive('codes'),
  },
  {
    name: 'everything required at once: the words beside a burst code',
    has: 'two words; the student with phone, PIN and passkey',
    prepare: markByStrictestLive('words'),
  },
];
