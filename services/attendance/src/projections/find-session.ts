import { routes } from '@qr-attendance/contracts';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import type { InternalClient } from '@qr-attendance/server';
import type { Projections } from './projections.ts';
import type { Sessions } from './lookups.ts';

interface Deps {
  sessions: Sessions;
  projections: Projections;
  sessionService: InternalClient;
}

/** A session as known here; one just opened may not have arrived yet, so its owner is asked. */
export const makeFindSession =
  ({ sessions, projections, sessionService }: Deps) =>
  async (id: string): Promise<SessionChanged | undefined> => {
    const known = await sessions.find(id);
    if (known) return known;
    const found = await sessionService.get(routes.session.getSessionInternal, { id });
    if (found) await projections.saveSession(found);
    return found;
  };
