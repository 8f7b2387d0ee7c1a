import { type KnownPerson, PEOPLE_BATCH, routes } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { personKeyOf } from './people.ts';

type Found = Pick<KnownPerson, 'id' | 'userType'>;

/** Finds people by their ids in the institution. Each is asked for once, as they occur on many lines. */
export const createFindPeople = (auth: InternalClient) => {
  const known = new Map<string, Found | undefined>();
  const ask = async (keys: string[]): Promise<void> => {
    if (keys.length === 0) return;
    const found = await auth.post(routes.auth.findPeopleInternal, { body: { institutionIds: keys } });
    if (!found) throw temporarilyUnavailable();
    for (const [index, key] of keys.entries()) {
      const person = found[index];
      known.set(key, person ? { id: person.id, userType: person.userType } : undefined);
    }
  };
  return async (institutionIds: string[]): Promise<(Found | undefined)[]> => {
    const keys = institutionIds.map(personKeyOf);
    const unknown = [...new Set(keys)].filter((key) => !known.has(key));
    for (let start = 0; start < unknown.length; start += PEOPLE_BATCH)
      await ask(unknown.slice(start, start + PEOPLE_BATCH));
    return keys.map((key) => known.get(key));
  };
};
