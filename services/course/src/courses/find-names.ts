import { routes } from '@qr-attendance/contracts';
import type { PeopleProjection } from '@qr-attendance/messaging';
import type { InternalClient } from '@qr-attendance/server';

/** Finds people's names; one not heard of yet is asked of auth, and left out while auth does not answer. */
export const makeFindNames =
  ({ people, auth }: { people: PeopleProjection; auth: InternalClient }) =>
  async (ids: string[]): Promise<Map<string, string>> => {
    const wanted = [...new Set(ids)];
    const names = await people.namesOf(wanted);
    const unknown = wanted.filter((id) => !names.has(id));
    await Promise.all(
      unknown.map(async (id) => {
        // A list without a name is better than no list.
        const user = await auth.get(routes.auth.getUserInternal, { id }).catch(() => undefined);
        if (!user) return;
        await people.learn(user);
        names.set(id, user.name);
      }),
    );
    return names;
  };
export type FindNames = ReturnType<typeof makeFindNames>;
