import { type ImportHistory, type InputOf, nameSchema, type routes } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import { type InternalClient, notFound } from '@qr-attendance/server';
import { EXISTS, type Entry, type Values } from '@qr-attendance/statements';
import { Types } from 'mongoose';
import type { ImportedLine } from '../../db/import-batch-model.ts';
import type { ImportDocument } from '../../db/import-models.ts';
import { describeChanges, type StoredChange } from './describe-open-lines.ts';
import type { ImportRuns } from './import-runs.ts';
import { changesOfValues } from './kinds/changed-values.ts';
import type { AnyKindRules, StatedPart } from './kinds/kind.ts';
import { personKeyOf } from './kinds/person-rows.ts';
import { statedIdsIn } from './kinds/previous-ids.ts';
import type { NameIds } from './names-of-ids.ts';
import { labelsOf } from './shown-lines.ts';

interface Deps {
  importRuns: Pick<ImportRuns, 'findMany' | 'findUndone'>;
  importRulesOf: (run: ImportDocument) => AnyKindRules;
  nameIds: NameIds;
  people: PeopleProjection;
  auth: InternalClient;
}
type Query = InputOf<typeof routes.course.getImportHistory, 'query'>;
type Step = ImportHistory['steps'][number];
type Outcome = 'stated' | 'changed' | 'withdrawn' | 'pending' | 'undone';

const OBJECT_ID = '[0-9a-f]{24}';
/** Patterns of keys that contain ids of this service; other kinds use institution ids. */
const KEYS: Partial<Record<Query['kind'], RegExp>> = {
  memberships: new RegExp(`^${OBJECT_ID} [0-9a-f-]{36}$`),
  staff: new RegExp(`^(?:unit )?${OBJECT_ID}$`),
  timetable: new RegExp(`^${OBJECT_ID} ${OBJECT_ID} .+$`),
};
const idSchema = nameSchema(100);
const isKey = ({ kind, key }: Query): boolean => KEYS[kind]?.test(key) ?? idSchema.safeParse(key).success;

/** A step before its ids are replaced with names. */
interface RawStep extends Pick<Step, 'part' | 'declined' | 'overridden' | 'reason'> {
  runs: string[];
  outcome: Outcome;
  changes: StoredChange[];
}

const RUN_ID = new RegExp(`^${OBJECT_ID}$`);
/** The id of a run contains its creation time. */
const momentOf = (run: string): string | undefined =>
  RUN_ID.test(run) ? new Types.ObjectId(run).getTimestamp().toISOString() : undefined;

const valuesOf = ({ values: { [EXISTS]: _exists, ...values } }: Entry): Values => values;

const outcomeOf = ({ values }: Entry, isFirst: boolean): Outcome => {
  if (values[EXISTS] === false) return 'withdrawn';
  return isFirst ? 'stated' : 'changed';
};

const stepsOfPart = ({ part, ledger: { entries, pending } }: StatedPart): RawStep[] => {
  const stated = entries.map((entry, index): RawStep => {
    const earlier = entries.slice(0, index).filter(({ source }) => source === entry.source);
    const before = earlier.findLast(({ values }) => values[EXISTS]);
    const isFirst = earlier.at(-1)?.values[EXISTS] !== true;
    const { runs, declined, overridden } = entry;
    const outcome = outcomeOf(entry, isFirst);
    return {
      part,
      runs,
      outcome,
      declined,
      overridden,
      // A field without a column is not stated.
      changes:
        outcome === 'withdrawn'
          ? []
          : changesOfValues(
              { ...(before && valuesOf(before)) },
              {
                ...(before && valuesOf(before)),
                ...valuesOf(entry),
              },
            ),
    };
  });
  const waiting = Object.values(pending).map(({ run, values, reason }): RawStep => ({
    part,
    runs: [run],
    outcome: 'pending',
    declined: [],
    overridden: [],
    reason,
    changes: changesOfValues({}, values),
  }));
  return [...stated, ...waiting];
};

const toUndone = ({ runId, lines }: { runId: string; lines: ImportedLine[] }): RawStep => ({
  part: '',
  runs: [runId],
  outcome: 'undone',
  declined: [],
  overridden: [],
  changes: lines.flatMap(({ changed }) => changed),
});

const idsOf = ({ kind, key }: Query, parts: StatedPart[]) => {
  const keyOf = (id: string): string => (kind === 'people' ? personKeyOf(id) : id);
  const whole = parts.find(({ part }) => part === '');
  const stated = whole ? statedIdsIn(whole.ledger) : [];
  const id = whole?.id ?? stated.at(-1) ?? key;
  const earlierIds = stated.filter((one) => keyOf(one) !== keyOf(id));
  return { id, earlierIds, keys: [...new Set([key, keyOf(id)])] };
};

/** The runs that stated an object, including undone ones. */
export const readImportHistory = async (
  { importRuns, importRulesOf, nameIds, people, auth }: Deps,
  { kind, key }: Query,
): Promise<ImportHistory> => {
  if (!isKey({ kind, key })) throw notFound('Statement');
  // The rules of a kind require a run, but reading does not use it.
  const rules = importRulesOf({ _id: new Types.ObjectId(), kind } as ImportDocument);
  const parts = await rules.readStatements(key);
  const { id, earlierIds, keys } = idsOf({ kind, key }, parts);
  const undone = await importRuns.findUndone(kind, keys);
  const raw = [...parts.flatMap(stepsOfPart), ...undone.map(toUndone)].toSorted((one, other) =>
    (one.runs[0] ?? '') < (other.runs[0] ?? '') ? -1 : 1,
  );
  if (raw.length === 0) throw notFound('Statement');
  const runs = await importRuns.findMany(raw.flatMap(({ runs: [first] }) => first ?? []));
  const known = new Map(runs.map((run) => [run._id.toHexString(), run]));
  const names = await findNames({ people, auth }, [...new Set(runs.map(({ by }) => by))]);
  const [label = id] = await labelsOf(rules, [id]);
  const nameOf = await nameIds([label, ...raw.map(({ part }) => part)]);

  const describeRun = (id: string): Step['run'] => {
    const run = known.get(id);
    return {
      _id: id,
      at: momentOf(id),
      ...(run && {
        fileName: run.fileName,
        state: run.state,
        createdBy: {
          _id: run.by,
          name: names.get(run.by) ?? null,
        },
      }),
    };
  };
  const steps: Step[] = [];
  for (const {
    runs: [first = '', ...others],
    changes,
    part,
    ...step
  } of raw)
    steps.push({
      ...step,
      part: nameOf(part),
      run: describeRun(first),
      changes: await describeChanges(nameIds, changes),
      ...(others.length > 0 && {
        repeats: {
          count: others.length,
          last: momentOf(others.at(-1) ?? first),
        },
      }),
    });
  return { name: nameOf(label), steps, ...(earlierIds.length > 0 && { earlierIds }) };
};
