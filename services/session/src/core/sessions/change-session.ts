import type { Action } from '@qr-attendance/contracts';
import { type Caller, RETRY, retryOnConflict } from '@qr-attendance/server';
import { type SessionAccess, findSessionFor } from './find-session-for.ts';
import type { Session } from './rules/session.ts';
import type { Author } from './rules/transitions.ts';

export const changeSessionFor = (
  context: SessionAccess,
  caller: Caller,
  action: Action,
  id: string,
  change: (session: Session, author: Author & { by: string }) => Session,
): Promise<Session> =>
  retryOnConflict('session', async () => {
    const session = await findSessionFor(context, caller, action, id);
    const changed = change(session, { by: caller.id, at: context.clock() });
    return changed === session || (await context.sessions.save(changed)) ? changed : RETRY;
  });
