import { hash } from 'node:crypto';
import type { ImportKind, OpenLineState } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import { searchTermsOf, termsOfSearch } from '@qr-attendance/server/mongo';
import type { AnyBulkWriteOperation, Model, QueryFilter } from 'mongoose';
import type { ImportDocument } from '../../db/import-models.ts';
import type { OpenLineDocument } from '../../db/open-line-model.ts';
import { sourceOf } from './application-of.ts';
import { createFindPersonIds } from './kinds/find-people.ts';
import type { PlannedLine } from './plan-batch.ts';
import type { LineStatement } from './resolve-lines.ts';

type StatedLine = PlannedLine & { statement: LineStatement };

export interface OpenLineQuery {
  kind: ImportKind;
  state: OpenLineState;
  search?: string | undefined;
  limit: number;
  /** The last line of the previous page: its time and id. */
  after?: readonly [string, string] | undefined;
}

const isStated = (line: PlannedLine): line is StatedLine => line.statement !== undefined;
/**
 * Whether a line is offered again: it is readable, its person was not erased, and its file does not
 * contradict it.
 */
export const isPending = ({ statement, problem }: Pick<PlannedLine, 'statement' | 'problem'>): boolean =>
  statement !== undefined && problem !== undefined && problem !== 'erased' && problem !== 'repeated';

const leavesOut = ({ leftOut = [] }: PlannedLine): boolean => leftOut.length > 0;

type FileSource = Pick<ImportDocument, 'kind' | 'source'>;
/** The id contains the source, because sources state lines independently. */
const idOf = (state: OpenLineState, file: FileSource, { statement }: StatedLine): string =>
  `${state} ${file.kind} ${hash('sha256', `${sourceOf(file)}\n${statement.lineKey}`, 'base64url').slice(0, 22)}`;

const columnsOf = ({ mapping = {}, fixed = {} }: ImportDocument): string[] =>
  [...Object.keys(mapping), ...Object.keys(fixed)].toSorted();

const toUpsert = (
  run: ImportDocument,
  state: OpenLineState,
  line: StatedLine,
  { at, about }: { at: Date; about: string | undefined },
): AnyBulkWriteOperation<OpenLineDocument> => {
  const { kind, _id: runId, fileName, expiresAt } = run;
  const { statement, values, problem, field, otherLine, day, meant, key, leftOut } = line;
  const stored = {
    state,
    kind,
    source: sourceOf(run),
    runId,
    fileName,
    line: line.line,
    values,
    fields: statement.fields,
    columns: columnsOf(run),
    search: searchTermsOf(values),
    ...(state === 'pending'
      ? {
          problem,
          field,
          otherLine,
          day,
          meant,
          expiresAt,
        }
      : { leftOut }),
    key,
    about,
  };
  const known = Object.entries(stored).filter(([, value]) => value !== undefined);
  return {
    updateOne: {
      filter: { _id: idOf(state, run, line) },
      update: { $set: Object.fromEntries(known), $setOnInsert: { since: at } },
      upsert: true,
    },
  } as AnyBulkWriteOperation<OpenLineDocument>;
};

/** Stores the lines, across all runs, that were not applied or that had declined values (rules 2 and 3 of statements). */
export const createOpenLines = (model: Model<OpenLineDocument>, auth: InternalClient) => {
  const findPeople = createFindPersonIds(auth);
  const where = (filter: object) => filter as QueryFilter<OpenLineDocument>;

  const settle = async (file: FileSource, accepted: StatedLine[]): Promise<void> => {
    // A fast path: most kinds have no open lines.
    if (accepted.length === 0 || !(await model.exists(where({ kind: file.kind })))) return;
    const settled = new Map(
      accepted.flatMap((line): [string, StatedLine][] => [
        [idOf('pending', file, line), line],
        [idOf('declined', file, line), line],
      ]),
    );
    const found = await model.find(where({ _id: { $in: [...settled.keys()] } }), { state: 1 }).lean();
    const removed = found.filter(({ _id, state }) => state === 'pending' || !settled.get(_id)?.hasDeclined);
    if (removed.length > 0) await model.deleteMany(where({ _id: { $in: removed.map(({ _id }) => _id) } }));
  };

  const put = async (
    run: ImportDocument,
    state: OpenLineState,
    lines: StatedLine[],
    at: Date,
  ): Promise<void> => {
    if (lines.length === 0) return;
    const personOf = ({ statement }: StatedLine): string | undefined => statement.fields['person'];
    const people = await findPeople(lines.flatMap((line) => personOf(line) ?? []));
    await model.bulkWrite(
      lines.map((line) => toUpsert(run, state, line, { at, about: people.get(personOf(line) ?? '') })),
      { ordered: false },
    );
  };

  return {
    /** Stores values that are about to be declined. Idempotent. */
    noteLeftOut: (run: ImportDocument, lines: PlannedLine[], at: Date): Promise<void> =>
      put(run, 'declined', lines.filter(isStated).filter(leavesOut), at),
    note: async (run: ImportDocument, lines: PlannedLine[], at: Date): Promise<void> => {
      const stated = lines.filter(isStated);
      await settle(
        run,
        stated.filter(({ problem }) => problem === undefined),
      );
      const refused = stated.filter((line) => line.problem !== undefined && leavesOut(line));
      if (refused.length > 0)
        await model.deleteMany(where({ _id: { $in: refused.map((line) => idOf('declined', run, line)) } }));
      await put(run, 'pending', stated.filter(isPending), at);
    },
    list: ({ kind, state, search, limit, after }: OpenLineQuery): Promise<OpenLineDocument[]> => {
      const terms = search ? termsOfSearch(search) : [];
      const since = after && new Date(after[0]);
      const position = since && { $or: [{ since: { $lt: since } }, { since, _id: { $gt: after?.[1] } }] };
      const filter = { kind, state, ...position, ...(terms.length > 0 && { search: { $all: terms } }) };
      return model
        .find(where(filter), { search: 0 })
        .sort({ since: -1, _id: 1 })
        .limit(limit)
        .lean<OpenLineDocument[]>();
    },
    find: (ids: string[]): Promise<OpenLineDocument[]> =>
      model.find(where({ _id: { $in: ids } }), { search: 0 }).lean<OpenLineDocument[]>(),
    removeOfRun: async ({ _id: runId }: Pick<ImportDocument, '_id'>): Promise<void> => {
      await model.deleteMany(where({ runId }));
    },
    removeAbout: async (personId: string): Promise<void> => {
      await model.deleteMany(where({ about: personId }));
    },
  };
};
export type OpenLines = ReturnType<typeof createOpenLines>;
