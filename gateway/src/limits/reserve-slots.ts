import type { ReservedSlots } from '@qr-attendance/server';
import { clientOf } from '../clients/identify.ts';
import type { RequestKind } from '../clients/kind.ts';

/** Of all slots, for each kind. */
const SHARE = 0.1;

/**
 * Keeps slots for kinds of requests, so that none of them is refused because of a flood of anything else. A mark that
 * carries no true token will be refused anyway and has none of them.
 */
export const reserveSlots = (max: number, kinds: readonly RequestKind[]): ReservedSlots => ({
  slots: Object.fromEntries(kinds.map((kind) => [kind, Math.floor(max * SHARE)])),
  kindOf: (request) => {
    const { kind, person, credential } = clientOf(request);
    const isAnonymous = person === undefined && credential === undefined;
    return kind === 'mark' && isAnonymous ? undefined : kind;
  },
});
