import {
  type AppliedRecord,
  departmentNameSchema,
  emailSchema,
  institutionIdSchema,
  type KnownPerson,
  nameSchema,
  type PersonRecord,
  type PersonValues,
  recordRefusalSchema,
  routes,
  semesterSchema,
} from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import { z } from 'zod/mini';
import type { UnitDocument } from '../../../db/campus-models.ts';
import type { Units } from '../../../core/units/units.ts';
import { type Change, defineKind, type Problem, type Target } from './kind.ts';

const ROLES: Record<string, PersonRecord['role']> = {
  student: 'student',
  staff: 'staff',
  teacher: 'staff',
  lecturer: 'staff',
  employee: 'staff',
};
const rowSchema = z.object({
  person: institutionIdSchema,
  name: nameSchema(200),
  email: emailSchema,
  role: z.pipe(
    z.transform((value) => ROLES[String(value).toLowerCase()]),
    z.enum(['staff', 'student']),
  ),
  usn: z.optional(nameSchema(50)),
  registrationNumber: z.optional(nameSchema(50)),
  semester: z.optional(semesterSchema),
  unit: z.optional(nameSchema(100)),
});
type Row = z.output<typeof rowSchema>;

/** The key of a person, whose id in the institution is compared without regard to case. */
export const personKeyOf = (institutionId: string): string => institutionId.trim().toLowerCase();

const problemOf = ({ code = '' }: Pick<AppliedRecord, 'code'>): Problem => {
  const known = recordRefusalSchema.safeParse(code);
  return { problem: known.success ? known.data : 'invalid' };
};

/** Finds the department that a unit is or belongs to. Units are read once. */
const createDepartments = (units: Units) => {
  const found = new Map<string, Promise<string | undefined>>();
  const climb = async (unit: UnitDocument): Promise<string> => {
    const [parent] = unit.parentId === undefined ? [] : await units.listByIds([unit.parentId]);
    return unit.kind === 'department' || !parent ? unit.name : climb(parent);
  };
  const find = async (externalId: string): Promise<string | undefined> => {
    const [unit] = await units.findByExternalIds([externalId]);
    return unit && climb(unit);
  };
  return (externalId: string): Promise<string | undefined> => {
    const name = found.get(externalId) ?? find(externalId);
    found.set(externalId, name);
    return name;
  };
};

export interface PeopleDeps {
  auth: InternalClient;
  units: Units;
  countPeople: () => Promise<number>;
}

/** The auth service decides what a record changes; a dry run answers it for a preview. */
export const peopleRules = ({ auth, units, countPeople }: PeopleDeps) => {
  const departmentOf = createDepartments(units);
  /** The accepted records of the batch, and the values of people before it. */
  let records = new Map<string, PersonRecord>();
  let before = new Map<string, PersonValues>();
  let ids = new Map<string, string>();

  const put = async (people: PersonRecord[], dryRun: boolean): Promise<AppliedRecord[]> => {
    if (people.length === 0) return [];
    const results = await auth.put(routes.auth.putPeopleInternal, { body: { people, dryRun } });
    if (!results) throw temporarilyUnavailable();
    return results;
  };

  const toRecord = async (row: Row): Promise<PersonRecord | Problem> => {
    const { person, name, email, role, usn, registrationNumber, semester, unit } = row;
    const department = unit === undefined ? undefined : await departmentOf(unit);
    if (unit !== undefined && department === undefined) return { problem: 'unknown_unit', field: 'unit' };
    // The name of a unit may be longer.
    if (department !== undefined && !departmentNameSchema.safeParse(department).success)
      return { problem: 'too_long', field: 'unit' };
    return {
      ...{ institutionId: person, name, email, role },
      ...(usn !== undefined && { usn }),
      ...(registrationNumber !== undefined && { regNo: registrationNumber }),
      ...(semester !== undefined && { semester }),
      ...(department !== undefined && { department }),
    };
  };

  const resolve = async (rows: Row[]): Promise<(Target<PersonValues> | Problem)[]> => {
    const asked = await Promise.all(rows.map(toRecord));
    const people = asked.filter((one): one is PersonRecord => !('problem' in one));
    const results = (await put(people, true)).values();
    return asked.map((record) => {
      if ('problem' in record) return record;
      const result = results.next().value;
      if (!result || result.result === 'refused') return problemOf(result ?? {});
      const key = personKeyOf(record.institutionId);
      records.set(key, record);
      const { values, previous = result.result === 'unchanged' ? UNCHANGED : undefined } = result;
      if (previous) before.set(key, previous);
      return { key, row: values ?? UNCHANGED };
    });
  };

  const find = async (keys: string[]): Promise<Map<string, PersonValues>> => {
    if (keys.length === 0) return new Map();
    const found = await auth.post(routes.auth.findPeopleInternal, { body: { institutionIds: keys } });
    const known = keys.flatMap((key, index): [string, KnownPerson][] => {
      const person = found?.[index];
      return person ? [[key, person]] : [];
    });
    ids = new Map(known.map(([key, { id }]) => [key, id]));
    return new Map(known.map(([key, { values }]) => [key, values]));
  };

  const undo = async (changes: Change<PersonValues>[]): Promise<Map<string, Problem>> => {
    const people = changes.flatMap(({ key, before: values, after: previous = null }) => {
      const id = ids.get(key);
      return id !== undefined && values ? [{ key, id, values, previous }] : [];
    });
    if (people.length === 0) return new Map();
    const body = { people: people.map(({ key: _key, ...undone }) => undone) };
    const results = await auth.post(routes.auth.undoPeopleInternal, { body });
    if (!results) throw temporarilyUnavailable();
    return new Map(
      people.flatMap(({ key }, index): [string, Problem][] =>
        results[index]?.result === 'refused' ? [[key, { problem: 'conflict' }]] : [],
      ),
    );
  };

  return defineKind<Row, PersonValues, PersonValues>({
    schema: rowSchema,
    statedKeys: (row) => {
      const key = personKeyOf(row.person);
      return [
        { key, stated: { ...row, person: key } },
        { key: `email ${row.email.toLowerCase()}`, stated: key },
      ];
    },
    batchSize: 500,
    refersToItself: false,
    beginBatch: () => {
      records = new Map();
      before = new Map();
    },
    resolve,
    load: () => Promise.resolve(before),
    fold: (_before, values) => values,
    write: async (changes) => {
      const asked = changes.flatMap(({ key }) => records.get(key) ?? []);
      const results = await put(asked, false);
      return new Map(
        changes.flatMap(({ key }, index): [string, Problem][] => {
          const result = results[index];
          return result?.result === 'refused' ? [[key, problemOf(result)]] : [];
        }),
      );
    },
    undo: { load: find, write: undo },
    countExisting: countPeople,
  });
};

/** Stands for the values of a person that a record does not change. */
const UNCHANGED: PersonValues = {
  ...{ institutionId: null, name: '', email: '', usn: null, regNo: null, department: null, semester: null },
};
