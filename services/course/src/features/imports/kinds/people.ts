import {
  type AppliedRecord,
  departmentNameSchema,
  type InputOf,
  type PersonRecord,
  routes,
  type StoredLedger,
  type UndoResult,
} from '@qr-attendance/contracts';
import { type InternalClient, temporarilyUnavailable } from '@qr-attendance/server';
import type { Ranking } from '@qr-attendance/statements';
import type { ImportDocument } from '../../../db/import-models.ts';
import type { Units } from '../../../core/units/units.ts';
import { applicationOf, sourceOf } from '../application-of.ts';
import type { ChangedValue } from './changed-values.ts';
import { createFindDepartments } from './find-departments.ts';
import { problemOfRecord } from './person-problems.ts';
import { columnOf, personKeyOf, type PersonRow, personRowSchema } from './person-rows.ts';
import { defineKind, isProblem, type Problem, type Target, type UndoOutcome } from './kind.ts';
import { wasRenamedByOtherRun, statedIdsOf } from './previous-ids.ts';

export interface PeopleDeps {
  auth: InternalClient;
  units: Units;
  countPeople: () => Promise<number>;
  campusTimeZone: string;
  /** The ranking of sources for each value of a person. */
  peopleRanking: Ranking;
}

/** A run's statement about a person. The auth service stores it and decides what it changes. */
interface StatedPerson {
  run: string;
  changes: ChangedValue[];
  overrides: string[];
  /** The values of the line that are declined, and the fields with values declined now or earlier. */
  leftOut: ChangedValue[];
  declined: string[];
}

type Changes = Omit<StatedPerson, 'run'>;
const NO_CHANGES: Changes = { changes: [], overrides: [], leftOut: [], declined: [] };

interface RefusedRecord {
  record: PersonRecord;
  code: string;
}
interface PeopleBatch {
  people: PersonRecord[];
  refused?: RefusedRecord[];
  dryRun?: boolean;
}

const outcomeOfUndo = ({ result, kept }: UndoResult): UndoOutcome => {
  if (result === 'kept' || kept.length > 0) return 'kept';
  if (result === 'unchanged') return 'unchanged';
  return result === 'withdrawn' ? 'removed' : 'restored';
};

export const peopleRules = (
  { auth, units, countPeople, campusTimeZone, peopleRanking: ranking }: PeopleDeps,
  file: ImportDocument,
) => {
  const {
    addErased = false,
    keepsLocalChanges: keepLocalChanges = false,
    takesUp = false,
    answers = {},
  } = file;
  const [run, source] = [file._id.toHexString(), sourceOf(file)];
  const addedIds = new Set(Array.isArray(addErased) ? addErased.map(personKeyOf) : []);
  const answerOf = new Map(Object.values(answers).map((answer) => [answer.key, answer]));
  const departmentOf = createFindDepartments(units);
  /** The accepted and refused records of the batch, and the people before it. */
  let records = new Map<string, PersonRecord>();
  let refused: RefusedRecord[] = [];
  let before = new Map<string, StatedPerson>();
  let ids = new Map<string, string>();

  const put = async (stated: PeopleBatch): Promise<AppliedRecord[]> => {
    const { people, refused: refusals, dryRun } = stated;
    const added = people.map(({ institutionId }) => institutionId);
    const again = Array.isArray(addErased) ? added.filter((id) => addedIds.has(personKeyOf(id))) : addErased;
    const { oldestRun } = applicationOf(file, ranking, new Date());
    const ofRun = { run, source, ranking, oldestRun, addErased: again, keepLocalChanges, takesUp };
    const body = { ...ofRun, people, refused: refusals, dryRun };
    const results = await auth.put(routes.auth.putPeopleInternal, { body });
    if (!results) throw temporarilyUnavailable();
    return results;
  };

  const findStatements = async (
    body: InputOf<typeof routes.auth.findPersonStatementsInternal, 'body'>,
  ): Promise<(StoredLedger | null)[]> => {
    const ledgers = await auth.post(routes.auth.findPersonStatementsInternal, { body });
    if (!ledgers) throw temporarilyUnavailable();
    return ledgers;
  };

  const sameAs = (institutionId: string): Pick<PersonRecord, 'sameAs'> => {
    const { answer, person } = answerOf.get(personKeyOf(institutionId)) ?? {};
    return answer === undefined ? {} : { sameAs: answer === 'same_person' ? person : null };
  };

  const toRecord = async (row: PersonRow): Promise<PersonRecord | Problem> => {
    const { person, name, email, role, usn, registrationNumber, semester, unit, previous } = row;
    const department = unit === undefined ? undefined : await departmentOf(unit);
    if (unit !== undefined && department === undefined) return { problem: 'unknown_unit', field: 'unit' };
    // The department is the name of a unit, which may be longer.
    if (department !== undefined && !departmentNameSchema.safeParse(department).success)
      return { problem: 'too_long', field: 'unit' };
    return {
      institutionId: person,
      name,
      email,
      role,
      ...(usn !== undefined && { usn }),
      ...(registrationNumber !== undefined && { regNo: registrationNumber }),
      ...(semester !== undefined && { semester }),
      ...(department !== undefined && { department }),
      ...(previous !== undefined && { previousId: previous }),
      ...sameAs(person),
    };
  };

  /** An erased person whom the administrator adds again has no record under any ID. */
  const isRenamed = ({ institutionId, previousId = institutionId, sameAs: answer }: PersonRecord): boolean =>
    answer === undefined &&
    !(Array.isArray(addErased) ? addedIds.has(personKeyOf(institutionId)) : addErased) &&
    personKeyOf(previousId) !== personKeyOf(institutionId);

  const resolveRecord = (record: PersonRecord, result: AppliedRecord): Target<Changes> | Problem => {
    const problem = problemOfRecord(record, result, campusTimeZone);
    if (problem && result.code !== undefined) refused.push({ record, code: result.code });
    if (problem) return problem;
    const key = personKeyOf(record.institutionId);
    if (result.outcome === 'added' && isRenamed(record))
      return { problem: 'unknown_previous', field: 'previous' };
    records.set(key, record);
    if (result.id !== undefined) ids.set(key, result.id);
    if (result.outcome !== 'added' && result.outcome !== 'restated')
      before.set(key, { run: '', ...NO_CHANGES });
    const toChange = ({ field, from, to }: ChangedValue): ChangedValue => ({
      field: columnOf(field),
      from,
      to,
    });
    const { changes, leftOut = [], declined = [] } = result;
    const overrides = changes.flatMap(({ field, overrides: isLocal }) => (isLocal ? columnOf(field) : []));
    return {
      key,
      row: {
        overrides,
        declined: declined.map(columnOf),
        changes: changes.map(toChange),
        leftOut: leftOut.map(toChange),
      },
    };
  };

  return defineKind<PersonRow, Changes, StatedPerson>({
    schema: personRowSchema,
    statedKeys: (row, isSettled) => {
      const key = personKeyOf(row.person);
      return [
        ...statedIdsOf(
          { id: row.person, previous: row.previous },
          { ...row, person: key },
          isSettled,
          personKeyOf,
        ),
        { key: `email ${row.email.toLowerCase()}`, stated: key },
      ];
    },
    findSettled: async (rows) => {
      const named = rows.filter(({ previous }) => previous !== undefined);
      if (named.length === 0) return new Set();
      const ledgers = await findStatements({ institutionIds: named.map(({ person }) => person) });
      return new Set(
        named.filter(({ person: id, previous }, index) =>
          wasRenamedByOtherRun(ledgers[index] ?? undefined, { id, previous }, run, personKeyOf),
        ),
      );
    },
    batchSize: 500,
    refersToItself: false,
    beginBatch: () => {
      records = new Map();
      refused = [];
      before = new Map();
      ids = new Map();
    },
    resolve: async (rows) => {
      const asked = await Promise.all(rows.map(toRecord));
      const people = asked.filter((one): one is PersonRecord => !isProblem(one));
      const results = (people.length > 0 ? await put({ people, dryRun: true }) : []).values();
      return asked.map((record) => {
        if (isProblem(record)) return record;
        const result = results.next().value;
        return result ? resolveRecord(record, result) : { problem: 'invalid' };
      });
    },
    load: () => Promise.resolve(before),
    fold: (_before, changes, application) => ({ run: application.run, ...changes }),
    decidedIn: ({ changes }) => changes,
    changesBetween: (_before, { changes }) => changes,
    leftOutIn: ({ leftOut }) => leftOut,
    declinedIn: ({ declined }) => declined,
    readStatements: async (key) => {
      const [ledger] = await findStatements({ institutionIds: [key], byEarlierIds: true });
      return ledger ? [{ part: '', ledger }] : [];
    },
    overridesBetween: (_before, { overrides }) => overrides,
    write: async (changes) => {
      const asked = changes.flatMap(({ key }) => records.get(key) ?? []);
      const results = await put({ people: asked });
      return new Map(
        changes.flatMap(({ key }, index): [string, Problem][] => {
          const result = results[index];
          if (result?.id !== undefined) ids.set(key, result.id);
          const record = records.get(key);
          const problem = result && record && problemOfRecord(record, result, campusTimeZone);
          return problem ? [[key, problem]] : [];
        }),
      );
    },
    keepRefused: async () => {
      const pending = refused.filter(({ record }) => !records.has(personKeyOf(record.institutionId)));
      if (pending.length > 0) await put({ people: [], refused: pending });
    },
    undoRun: async (keys, application, dryRun) => {
      const body = { run: application.run, ranking, institutionIds: keys, dryRun };
      const results = await auth.post(routes.auth.undoPeopleInternal, { body });
      if (!results) throw temporarilyUnavailable();
      return new Map(
        keys.flatMap((key, index) => {
          const result = results[index];
          return result ? [[key, outcomeOfUndo(result)] as const] : [];
        }),
      );
    },
    peopleIn: (key) => {
      const id = ids.get(key);
      return id === undefined ? [] : [id];
    },
    countExisting: countPeople,
  });
};
