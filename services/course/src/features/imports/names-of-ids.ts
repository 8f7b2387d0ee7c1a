import { routes } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { InternalClient } from '@qr-attendance/server';
import type { Terms } from '../../core/terms/terms.ts';
import type { Units } from '../../core/units/units.ts';
import type { ImportedCourses } from './kinds/imported-courses.ts';

export interface NamingDeps {
  people: PeopleProjection;
  auth: InternalClient;
  terms: Pick<Terms, 'namesOf'>;
  units: Pick<Units, 'namesOf'>;
  importedCourses: Pick<ImportedCourses, 'namesOf'>;
  sessionsForImports: InternalClient | undefined;
}

const OBJECT_ID = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g;
const USER_ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const MAX_ROOMS = 500;

const idsIn = (texts: string[], pattern: RegExp): string[] => [
  ...new Set(texts.flatMap((text) => text.match(pattern) ?? [])),
];

export const createNameIds = ({
  people,
  auth,
  terms,
  units,
  importedCourses,
  sessionsForImports: sessions,
}: NamingDeps) => {
  const namesOfRooms = async (ids: string[]): Promise<[string, string][]> => {
    const some = ids.slice(0, MAX_ROOMS);
    if (!sessions || some.length === 0) return [];
    // Without the names, the list is still useful.
    const names = await sessions
      .post(routes.session.nameRoomsInternal, { body: { ids: some } })
      .catch(() => undefined);
    return some.flatMap((id, index): [string, string][] => {
      const name = names?.[index];
      return name ? [[id, name]] : [];
    });
  };

  const namesOf = async (texts: string[]): Promise<Map<string, string>> => {
    const [ids, userIds] = [idsIn(texts, OBJECT_ID), idsIn(texts, USER_ID)];
    const [ofPeople, ofCourses, ofTerms, ofUnits] = await Promise.all([
      findNames({ people, auth }, userIds),
      importedCourses.namesOf(ids),
      terms.namesOf(ids),
      units.namesOf(ids),
    ]);
    const names = new Map([...ofPeople, ...ofCourses, ...ofTerms, ...ofUnits]);
    for (const [id, name] of await namesOfRooms(ids.filter((one) => !names.has(one)))) names.set(id, name);
    return names;
  };

  /** @returns a function for these texts */
  return async (texts: string[]): Promise<(text: string) => string> => {
    const names = await namesOf(texts);
    const nameOf = (id: string): string => names.get(id) ?? id;
    return (text) => text.replaceAll(OBJECT_ID, nameOf).replaceAll(USER_ID, nameOf);
  };
};
export type NameIds = ReturnType<typeof createNameIds>;
