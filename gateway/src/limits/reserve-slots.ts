import type { ReservedSlots } from '@qr-attendance/server';
import { clientOf } from '../clients/identify.ts';
import type { RequestKind } from '../clients/kind.ts';

/** The share of all slots that each kind has for itself. */
const SHARE = 0.1;

/**
 * Reserves slots for kinds of requests, so that a flood of other requests cannot block them. Marks without a valid
 * token will be rejected anyway and use none of them.
 */
export const reserveSlots = (max: number, kinds: readonly RequestKind[]): ReservedSlots => ({
  slots: Object.fromEntries(kinds.map((kind) => [kind, Math.floor(max * SHARE)])),
  kindOf: (request) => {
    const { kind, person, credential } = clientOf(request);
    const isAnonymous = person === undefined && credential === undefined;
    return kind === 'mark' && isAnonymous ? undefined : kind;
  },
});
