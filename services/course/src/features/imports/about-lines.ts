import { IMPORT_FIELDS, type ImportKind, institutionIdSchema } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import type { AnyKindRules } from './kinds/kind.ts';
import { createFindPersonIds } from './kinds/find-people.ts';
import type { PlannedLine } from './plan-batch.ts';

/** The person of a line, if known, so that their erasure redacts what is stored about the line. */
export type PersonOfLine = (line: Pick<PlannedLine, 'line' | 'key' | 'about'>) => string | undefined;

const isId = (value: string | undefined): value is string => institutionIdSchema.safeParse(value).success;

const idsIn = (kind: ImportKind, { statement, values, meant, problem }: PlannedLine): string[] => {
  if (problem === 'unknown_person') return [meant].filter(isId);
  const names: string[] = IMPORT_FIELDS[kind].map(({ name }) => name);
  const valueOf = (field: string) => statement?.fields[field] ?? values[names.indexOf(field)];
  const ids = kind === 'people' ? [valueOf('person'), valueOf('previous')] : [valueOf('person')];
  return ids.filter(isId);
};

export const createFindPersonOfLine = (auth: InternalClient) => {
  const findPeople = createFindPersonIds(auth);
  return async (
    kind: ImportKind,
    { peopleIn }: AnyKindRules,
    lines: PlannedLine[],
  ): Promise<PersonOfLine> => {
    const bad = lines.filter(({ problem }) => problem !== undefined && problem !== 'erased');
    const people = await findPeople(bad.flatMap((line) => idsIn(kind, line)));
    const found = new Map(
      bad.map((line) => {
        const [person] = idsIn(kind, line).flatMap((id) => people.get(id) ?? []);
        return [line.line, person ?? line.samePerson?.person];
      }),
    );
    return ({ line, key, about }) =>
      found.get(line) ?? about ?? (key === undefined ? undefined : peopleIn?.(key)[0]);
  };
};
export type FindPersonOfLine = ReturnType<typeof createFindPersonOfLine>;
