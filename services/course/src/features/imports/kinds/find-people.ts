import { type KnownPerson, PEOPLE_BATCH, routes } from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { paddedIds } from '@qr-attendance/tables';
import type { Problem } from './kind.ts';
import { personKeyOf } from './person-rows.ts';

type FoundPerson = Pick<KnownPerson, 'id' | 'userType'>;

/** Institution ids have up to 12 digits. */
const LENGTHS = Array.from({ length: 12 }, (_length, index) => index + 1);

/** Finds people by institution id. Caches them, because they occur on many lines. */
export const createFindPeople = (auth: InternalClient) => {
  const known = new Map<string, FoundPerson | undefined>();
  const ask = async (keys: string[]): Promise<void> => {
    if (keys.length === 0) return;
    const found = await auth.post(routes.auth.findPeopleInternal, { body: { institutionIds: keys } });
    if (!found) throw temporarilyUnavailable();
    for (const [index, key] of keys.entries()) {
      const person = found[index];
      known.set(key, person ? { id: person.id, userType: person.userType } : undefined);
    }
  };
  const load = async (keys: string[]): Promise<void> => {
    const unknown = [...new Set(keys)].filter((key) => !known.has(key));
    for (let start = 0; start < unknown.length; start += PEOPLE_BATCH)
      await ask(unknown.slice(start, start + PEOPLE_BATCH));
  };
  const isFound = (key: string): boolean => known.get(key) !== undefined;
  return {
    find: async (institutionIds: string[]): Promise<(FoundPerson | undefined)[]> => {
      const keys = institutionIds.map(personKeyOf);
      await load(keys);
      const missing = new Set(keys.filter((key) => !isFound(key)));
      await load([...missing].flatMap((key) => paddedIds(key, LENGTHS)));
      return keys.map((key) => known.get(key));
    },
    /**
     * Spreadsheets drop leading zeros, so an unknown number may mean the only person whose number equals it
     * plus zeros.
     */
    unknown: (institutionId: string): Problem => {
      const [meant, ...others] = paddedIds(personKeyOf(institutionId), LENGTHS).filter(isFound);
      const isCertain = meant !== undefined && others.length === 0;
      return { problem: 'unknown_person', field: 'person', ...(isCertain && { meant }) };
    },
  };
};

export const createFindPersonIds =
  (auth: InternalClient) =>
  async (institutionIds: string[]): Promise<Map<string, string>> => {
    if (institutionIds.length === 0) return new Map();
    const found = await createFindPeople(auth).find(institutionIds);
    return new Map(
      institutionIds.flatMap((institutionId, index): [string, string][] => {
        const person = found[index];
        return person ? [[institutionId, person.id]] : [];
      }),
    );
  };
