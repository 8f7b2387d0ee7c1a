import { isDeepStrictEqual } from 'node:util';
import type { PersonRecord, PersonValues, RecordRefusal } from '@qr-attendance/contracts';
import {
  type AppliedLine,
  compare,
  type Comparison,
  type Ledger,
  type Outcome,
  type Ranking,
  refuse,
  state,
  type Values,
  type World,
} from '@qr-attendance/statements';
import { emailKeyOf } from '../../../core/people/rules/fold-text.ts';
import {
  institutionKeyOf,
  isClaim,
  type Match,
  type Matches,
  type StoredPerson,
} from '../../../core/people/rules/judge-record.ts';

const NO_VALUES: PersonValues = {
  institutionId: null,
  name: '',
  email: '',
  usn: null,
  regNo: null,
  department: null,
  semester: null,
};

export const worldOf = ({ withdrawn, values }: StoredPerson): World =>
  withdrawn ? undefined : { ...values };

/** The values after applying statements. Values from before a withdrawal are dropped. */
export const mergeValues = (person: StoredPerson | undefined, set: Values): PersonValues => ({
  ...(person && !person.withdrawn ? person.values : NO_VALUES),
  ...(set as Partial<PersonValues>),
});

const statedValuesOf = ({
  role,
  previousId: _previousId,
  sameAs: _sameAs,
  institutionId,
  name,
  email,
  department,
  ...student
}: PersonRecord): Values => {
  const { usn, regNo, semester } = student;
  const optional = { department, ...(role === 'student' && { usn, regNo, semester }) };
  const stated = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { institutionId, name, email, ...(Object.fromEntries(stated) as Values) };
};

/** A registered person keeps the address, and so does a person whose merged record has it. */
const keepsEmail = (person: StoredPerson | undefined, { byEmail }: Matches): boolean =>
  person !== undefined && (person.registered || (byEmail?.id === person.id && byEmail.byMerged));

export interface SourceRun {
  run: string;
  source: string;
  ranking: Ranking;
  oldestRun?: string | undefined;
  keepLocalChanges?: boolean | undefined;
  /** Values that were declined before are applied, too. */
  takesUp?: boolean | undefined;
}

export const refuseRecord = (
  { run, source }: SourceRun,
  record: PersonRecord,
  reason: string,
  ledger: Ledger | undefined,
): Ledger => refuse(ledger, { source, run, values: statedValuesOf(record), reason });

export interface Statement extends Comparison {
  person: StoredPerson | undefined;
  ledger: Ledger;
  values: PersonValues | undefined;
  keptEmail: boolean;
  leftOut: Comparison['changes'];
  declined: string[];
  takesOver: boolean;
  /** Another person's unproven account, which loses the address. */
  evicted: StoredPerson | undefined;
}
export interface Refusal {
  code: RecordRefusal;
  pending?: { id: string; ledger: Ledger };
}

/** Removes what a stranger may have typed from an account that is taken over, except the name. */
const closed = (person: StoredPerson): StoredPerson => ({
  ...person,
  registered: false,
  values: { ...NO_VALUES, name: person.values.name, email: person.values.email },
});

/** A person exists under the id even without a current statement. */
const outcomeOf = (outcome: Outcome, person: StoredPerson | undefined): Outcome =>
  outcome === 'added' && person ? 'restated' : outcome;

const withFormerId = (
  { withdrawn, values: { institutionId } }: StoredPerson,
  record: PersonRecord,
): Ledger | undefined =>
  withdrawn &&
  institutionId !== null &&
  institutionKeyOf(institutionId) !== institutionKeyOf(record.institutionId)
    ? { local: { institutionId }, entries: [], pending: {} }
    : undefined;

const declinedBy = ({ entries }: Ledger, source: string): string[] =>
  entries.findLast((entry) => entry.source === source)?.declined ?? [];

/** Decides what a record changes (rules 1 to 3 of statements), unless local changes must be kept. */
export const stateRecord = (
  sourceRun: SourceRun,
  record: PersonRecord,
  { person: found, takesOver = false, code }: Match,
  matches: Matches,
  ledgerOf: (person: StoredPerson) => Ledger | undefined,
): Statement | Refusal => {
  const { run, source, ranking, oldestRun, keepLocalChanges = false, takesUp = false } = sourceRun;
  const person = found && takesOver ? closed(found) : found;
  const ledger = person && (ledgerOf(person) ?? withFormerId(person, record));
  const isKept = keepsEmail(person, matches);
  const world = person && worldOf(person);
  const stated = { source, run, oldestRun, values: statedValuesOf(record), takesUp };
  const keptFields = isKept ? ['email'] : [];
  const leftOut = compare(ledger, { ...stated, declined: keptFields }, world, ranking).changes.filter(
    ({ overrides }) => overrides && keepLocalChanges,
  );
  const line: AppliedLine = { ...stated, declined: [...keptFields, ...leftOut.map(({ field }) => field)] };
  const refused = (reason: RecordRefusal): Refusal => ({
    code: reason,
    ...(person && { pending: { id: person.id, ledger: refuseRecord(sourceRun, record, reason, ledger) } }),
  });
  if (code) return refused(code);

  const { outcome, changes } = compare(ledger, line, world, ranking);
  const step = state(ledger, line, world, ranking);
  const { existence, set } = step.effect;
  const takesEmail = 'email' in set && !isKept;
  const holder = takesEmail && matches.byEmail?.id !== person?.id ? matches.byEmail : undefined;
  if (holder && !isClaim(holder)) return refused('email_taken');
  const values = mergeValues(person, set);
  const changesPerson =
    existence !== 'none' || (world && (takesOver || !isDeepStrictEqual(values, person.values)));
  return {
    person,
    ledger: step.ledger,
    takesOver,
    evicted: holder,
    outcome: outcomeOf(outcome, person),
    changes,
    leftOut,
    declined: declinedBy(step.ledger, source).filter((field) => !keptFields.includes(field)),
    values: changesPerson ? values : undefined,
    keptEmail: isKept && emailKeyOf(record.email) !== emailKeyOf(person?.values.email ?? ''),
  };
};
