import type { ReservedSlots } from '@qr-attendance/server';
import { clientOf } from './identify.ts';
import type { RequestKind } from './kind.ts';

const SHARE_PER_KIND = 0.1;

/** Marks without a valid token will be rejected anyway, so they use no reserved slots. */
export const reserveSlots = (max: number, kinds: readonly RequestKind[]): ReservedSlots => ({
  slots: Object.fromEntries(kinds.map((kind) => [kind, Math.floor(max * SHARE_PER_KIND)])),
  kindOf: (request) => {
    const { kind, person, credential } = clientOf(request);
    const isAnonymous = person === undefined && credential === undefined;
    return kind === 'mark' && isAnonymous ? undefined : kind;
  },
});
