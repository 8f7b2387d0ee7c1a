import type { Event } from '../events/event.ts';
import { previousEvents } from './previous.ts';

/** Values of enums that no version knows yet. */
const nextValues: Record<string, object> = {
  'auth.user-changed': { userType: 'TUTOR' },
  'attendance.marked': { status: 'REMOTE' },
  'attendance.corrected': { status: 'REMOTE' },
};

/**
 * Events as a version after this one may write them: with new fields in the envelope and in the payload, new values of
 * enums, and new checks in policies and preferences.
 */
export const nextEvents: Event[] = previousEvents.map((event) => {
  const payload = event.payload as Record<string, unknown>;
  return {
    ...event,
    tenant: 'of the envelope',
    payload: {
      ...payload,
      ...nextValues[event.topic],
      ...(event.topic === 'session.session-changed'
        ? {
            policy: {
              requirePin: true,
              requireDevice: false,
              requireSelfie: false,
              requirePasskey: false,
              networks: [],
              requireBadge: true,
            },
          }
        : {}),
      ...('preferences' in payload
        ? { preferences: { ...(payload['preferences'] as object), requireBadge: true } }
        : {}),
      later: 'of the payload',
    },
  };
});
