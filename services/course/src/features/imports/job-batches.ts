import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@qr-attendance/server';
import type { ImportDocument, ImportJob, ImportPosition } from '../../db/import-models.ts';
import { sourceOf } from './application-of.ts';
import type { ImportRuns } from './import-runs.ts';
import { createFileContents, type FileContents } from './file-contents.ts';
import type { AnyKindRules, ApplyContext } from './kinds/kind.ts';
import { planBatch, type PlannedBatch, type PlannedLine } from './plan-batch.ts';
import { resolveLines, targetOf } from './resolve-lines.ts';
import type { FileLine } from './read-file.ts';
import { readRunLines } from './read-run-lines.ts';
import { createStatedKeys, type StatedKeys } from './rules/stated-keys.ts';

const CONTAINERS = 20;
/** Offset of batches for what a complete file omits; they follow those of lines. */
const AFTER_LINES = 2 ** 40;

export interface Batch extends PlannedBatch {
  order: number;
  /** The job after the batch, without its counts; undefined after the last one. */
  next: Pick<ImportJob, 'phase' | 'position' | 'after'> | undefined;
  /** Number of objects that a complete file omits, but that are kept because of unreadable lines. */
  notEnded?: number;
}

/** State that a process keeps in memory between the batches of a run. */
interface OpenRun {
  key: string;
  rules: AnyKindRules;
  lines: AsyncGenerator<FileLine>;
  position: ImportPosition;
  /** States that a preview computed but did not write. */
  pending: Map<string, unknown>;
  contents: FileContents;
  statedKeys: StatedKeys;
}

const isComplete = (run: ImportDocument, rules: AnyKindRules): boolean =>
  run.complete && rules.missing !== undefined;

/** Reads a run's file batch by batch. Consecutive batches continue without reading the file again. */
export const createJobBatches = (runs: ImportRuns, rulesOf: (run: ImportDocument) => AnyKindRules) => {
  let open: OpenRun | undefined;

  const close = async (): Promise<void> => {
    const { lines } = open ?? {};
    open = undefined;
    await lines?.return(undefined);
  };

  const readFrom = (run: ImportDocument, position: ImportPosition) => readRunLines(runs, run, position);

  const take = async ({ batchSize }: AnyKindRules, lines: AsyncGenerator<FileLine>): Promise<FileLine[]> => {
    const batch: FileLine[] = [];
    while (batch.length < batchSize) {
      const { value, done } = await lines.next();
      if (done) break;
      batch.push(value);
    }
    return batch;
  };

  /** After a crash, restores what the lines before `end` stated, and, for a complete file, their keys. */
  const rememberBefore = async (run: ImportDocument, opened: OpenRun, end: ImportPosition): Promise<void> => {
    if (!run.start) return;
    const lines = readFrom(run, run.start);
    const errors = new Set(isComplete(run, opened.rules) ? await runs.listErrorLines(run) : []);
    if (errors.size < run.problemCount) opened.contents.doubtAll();
    for (
      let batch = await take(opened.rules, lines);
      batch.length > 0;
      batch = await take(opened.rules, lines)
    ) {
      const before = batch.filter(({ next }) => next.byte <= end.byte);
      const { rules, statedKeys } = opened;
      const resolved = await resolveLines(rules, run, before, statedKeys);
      if (isComplete(run, rules)) {
        await opened.contents.add(resolved);
        const refused = resolved.filter(({ fileLine }) => errors.has(fileLine.line));
        opened.contents.refuse(refused.flatMap(targetOf).map(({ key }) => key));
      }
      if (before.length < batch.length) break;
    }
    await lines.return(undefined);
  };

  const openAt = async (run: ImportDocument, { phase, position }: ImportJob): Promise<OpenRun> => {
    const key = `${run._id.toHexString()} ${run.state}`;
    if (open?.key === key && open.position.byte === position.byte) return open;
    await close();
    const rules = rulesOf(run);
    const opened: OpenRun = {
      key,
      rules,
      position,
      lines: readFrom(run, position),
      pending: new Map(),
      contents: createFileContents(rules, run, sourceOf(run)),
      statedKeys: createStatedKeys(),
    };
    if (phase === 'missing' || position.byte > (run.start?.byte ?? 0))
      await rememberBefore(run, opened, position);
    open = opened;
    return opened;
  };

  /** Lines about an object that the run itself added count as added, like in the preview. */
  const countAsAdded = async (run: ImportDocument, lines: PlannedLine[]): Promise<PlannedLine[]> => {
    const keys = lines.flatMap(({ key, outcome }) =>
      key !== undefined && (outcome === 'changed' || outcome === 'ended') ? [key] : [],
    );
    if (keys.length === 0) return lines;
    const added = await runs.findAdded(run, keys);
    return lines.map((line) =>
      line.key !== undefined && line.outcome !== 'unchanged' && added.has(line.key)
        ? { ...line, outcome: 'added' }
        : line,
    );
  };

  const planLines = async (
    run: ImportDocument,
    opened: OpenRun,
    application: ApplyContext,
  ): Promise<Batch> => {
    const { rules, pending, statedKeys } = opened;
    const lines = await take(rules, opened.lines);
    const position = lines.at(-1)?.next ?? opened.position;
    const resolved = await resolveLines(rules, run, lines, statedKeys);
    const { changes, ...plan } = await planBatch(rules, run, resolved, pending, application);
    const planned = {
      changes,
      lines: run.state === 'applying' ? await countAsAdded(run, plan.lines) : plan.lines,
    };
    const writesNothing = run.state !== 'applying';
    if (writesNothing && rules.refersToItself)
      for (const { key, after } of planned.changes) pending.set(key, after);
    if (writesNothing)
      for (const { key, line, values, cells, state } of planned.lines)
        if (key !== undefined) rules.warnings?.add({ key, line, values, cells }, state);
    if (isComplete(run, rules)) {
      await opened.contents.add(resolved);
      if (writesNothing) opened.contents.noteEnded(changes);
      const refused = plan.lines.filter(({ problem }) => problem !== undefined);
      const keys = new Set(refused.map(({ line }) => line));
      opened.contents.refuse(
        resolved
          .filter(({ fileLine }) => keys.has(fileLine.line))
          .flatMap(targetOf)
          .map(({ key }) => key),
      );
    }
    const order = opened.position.line;
    opened.position = position;
    if (lines.length === rules.batchSize) return { ...planned, order, next: { phase: 'lines', position } };
    return { ...planned, order, next: isComplete(run, rules) ? { phase: 'missing', position } : undefined };
  };

  const planMissing = async (
    { position, rules, contents }: OpenRun,
    { after }: ImportJob,
    application: ApplyContext,
  ): Promise<Batch> => {
    const { missing } = rules;
    const containers = contents.containers().filter((one) => after === undefined || one > after);
    const some = containers.slice(0, CONTAINERS);
    const { ending, staying } = await contents.findMissing(some);
    const missingOf = Map.groupBy(ending, (key) => missing?.objectOf(key) ?? key);
    const states = await rules.load([...missingOf.keys()]);
    let refused = 0;
    const changes = [...states].map(([key, before]) => {
      const lacking = missingOf.get(key) ?? [];
      const end = (state: unknown, one: string): unknown => {
        try {
          return missing?.end(state, one, application) ?? state;
        } catch (error) {
          // A run that fails at each attempt would also delay all later ones.
          if (!(error instanceof DomainError && error.kind === 'conflict')) throw error;
          refused += 1;
          return state;
        }
      };
      return { key, before, after: lacking.reduce(end, before), line: Number.MAX_SAFE_INTEGER };
    });
    const { decidedIn = (state: unknown) => state } = rules;
    const lines = changes
      .filter(({ before, after }) => !isDeepStrictEqual(decidedIn(before), decidedIn(after)))
      .map(({ key }) => ({ key, line: 0, outcome: 'ended' as const, values: [key] }));
    const isLast = containers.length <= CONTAINERS;
    const order = AFTER_LINES - containers.length;
    const next = isLast ? undefined : { phase: 'missing' as const, position, after: some.at(-1) };
    return { lines, changes, order, next, notEnded: staying.length + refused };
  };

  return {
    close,
    refuse: (keys: Iterable<string>): void => open?.contents.refuse(keys),
    /** Whether the next batch of the job follows the last one that this process read. */
    isOpenAt: (run: ImportDocument, { position }: ImportJob): boolean =>
      open?.key === `${run._id.toHexString()} ${run.state}` && open.position.byte === position.byte,
    plan: async (
      run: ImportDocument,
      job: ImportJob,
      application: ApplyContext,
    ): Promise<Batch & { rules: AnyKindRules }> => {
      const opened = await openAt(run, job);
      const batch = await (job.phase === 'lines'
        ? planLines(run, opened, application)
        : planMissing(opened, job, application));
      return { ...batch, rules: opened.rules };
    },
  };
};
