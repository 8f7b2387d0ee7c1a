import type { ImportDocument, ImportJob, ImportPosition } from '../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';
import { type AnyKindRules, isProblem } from './kinds/kind.ts';
import { parseLines, planBatch, type PlannedBatch, type PlannedLine } from './plan-batch.ts';
import { type FileLine, readLines } from './read-file.ts';

const CONTAINERS = 20;

export interface Batch extends PlannedBatch {
  /** The job after the batch, without its counts; undefined if it was the last one. */
  next: Pick<ImportJob, 'phase' | 'position' | 'after'> | undefined;
}

/** State that a process keeps in memory between the batches of a run. */
interface OpenRun {
  key: string;
  rules: AnyKindRules;
  lines: AsyncGenerator<FileLine>;
  /** The place where `lines` continues. */
  position: ImportPosition;
  /** States that a preview has not written. */
  pending: Map<string, unknown>;
  /** The keys in a complete file, by container. */
  seen: Map<string, Set<string>>;
}

const isComplete = (run: ImportDocument, rules: AnyKindRules): boolean =>
  run.complete && rules.missing !== undefined;

/** Reads a run's file batch by batch. Batches of one run follow each other without reading the file again. */
export const createJobBatches = (runs: ImportRuns, rulesOf: (run: ImportDocument) => AnyKindRules) => {
  let open: OpenRun | undefined;

  const close = async (): Promise<void> => {
    const { lines } = open ?? {};
    open = undefined;
    await lines?.return(undefined);
  };

  const readFrom = (run: ImportDocument, position: ImportPosition) =>
    readLines(runs.readBytes(run, position.byte), run.delimiter ?? ',', position);

  const take = async ({ batchSize }: AnyKindRules, lines: AsyncGenerator<FileLine>): Promise<FileLine[]> => {
    const batch: FileLine[] = [];
    while (batch.length < batchSize) {
      const { value, done } = await lines.next();
      if (done) break;
      batch.push(value);
    }
    return batch;
  };

  const remember = ({ rules, seen }: Pick<OpenRun, 'rules' | 'seen'>, keys: string[]): void => {
    for (const key of keys) {
      const container = rules.missing?.containerOf(key) ?? '';
      const known = seen.get(container);
      if (known) known.add(key);
      else seen.set(container, new Set([key]));
    }
  };

  /** After a crash: what the lines before `end` were about. */
  const rememberBefore = async (run: ImportDocument, opened: OpenRun, end: ImportPosition): Promise<void> => {
    if (!run.start) return;
    const lines = readFrom(run, run.start);
    for (
      let batch = await take(opened.rules, lines);
      batch.length > 0;
      batch = await take(opened.rules, lines)
    ) {
      const before = batch.filter(({ next }) => next.byte <= end.byte);
      const parsed = parseLines(opened.rules, run, before).filter((row) => !isProblem(row));
      const targets = await opened.rules.resolve(parsed);
      remember(
        opened,
        targets.flatMap((target) => (isProblem(target) ? [] : target.key)),
      );
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
      ...{ key, rules, position, lines: readFrom(run, position) },
      ...{ pending: new Map(), seen: new Map() },
    };
    if (isComplete(run, rules) && (phase === 'missing' || position.byte > (run.start?.byte ?? 0)))
      await rememberBefore(run, opened, position);
    open = opened;
    return opened;
  };

  /** What the run has added itself counts as added by each of its lines, as in the preview. */
  const countAsAdded = async (run: ImportDocument, lines: PlannedLine[]): Promise<PlannedLine[]> => {
    const keys = lines.flatMap(({ key, outcome }) =>
      key !== undefined && (outcome === 'changed' || outcome === 'ended') ? [key] : [],
    );
    const added = await runs.findAdded(run, keys);
    return lines.map((line) =>
      line.key !== undefined && line.outcome !== 'unchanged' && added.has(line.key)
        ? { ...line, outcome: 'added' }
        : line,
    );
  };

  const planLines = async (run: ImportDocument, opened: OpenRun): Promise<Batch> => {
    const { rules, pending } = opened;
    const lines = await take(rules, opened.lines);
    const position = lines.at(-1)?.next ?? opened.position;
    const { changes, ...plan } = await planBatch(rules, run, lines, pending);
    const planned = {
      changes,
      lines: run.state === 'applying' ? await countAsAdded(run, plan.lines) : plan.lines,
    };
    if (run.state === 'previewing' && rules.refersToItself)
      for (const { key, after } of planned.changes) pending.set(key, after);
    if (run.state === 'previewing')
      for (const { key, line, values, state } of planned.lines)
        if (key !== undefined) rules.warnings?.add({ key, line, values }, state);
    if (isComplete(run, rules))
      remember(
        opened,
        planned.lines.flatMap(({ key }) => key ?? []),
      );
    opened.position = position;
    if (lines.length === rules.batchSize) return { ...planned, next: { phase: 'lines', position } };
    return { ...planned, next: isComplete(run, rules) ? { phase: 'missing', position } : undefined };
  };

  const planMissing = async ({ position, rules, seen }: OpenRun, { after }: ImportJob): Promise<Batch> => {
    const { missing } = rules;
    const containers = [...seen.keys()].filter((one) => after === undefined || one > after).sort();
    const some = containers.slice(0, CONTAINERS);
    const listed = await Promise.all(some.map(async (one) => missing?.listKeys(one) ?? []));
    const keys = listed.flatMap((all, index) => {
      const known = seen.get(some[index] ?? '');
      return all.filter((key) => !known?.has(key));
    });
    const states = await rules.load(keys);
    const changes = [...states].map(([key, before]) => ({
      ...{ key, before, after: missing?.end(before) },
      line: Number.MAX_SAFE_INTEGER,
    }));
    const lines = changes.map(({ key }) => ({ key, line: 0, outcome: 'ended' as const, values: [key] }));
    const isLast = containers.length <= CONTAINERS;
    return { lines, changes, next: isLast ? undefined : { phase: 'missing', position, after: some.at(-1) } };
  };

  return {
    close,
    /** Whether the next batch of the job follows the last one that this process read. */
    isOpenAt: (run: ImportDocument, { position }: ImportJob): boolean =>
      open?.key === `${run._id.toHexString()} ${run.state}` && open.position.byte === position.byte,
    plan: async (run: ImportDocument, job: ImportJob): Promise<Batch & { rules: AnyKindRules }> => {
      const opened = await openAt(run, job);
      const batch = await (job.phase === 'lines' ? planLines(run, opened) : planMissing(opened, job));
      return { ...batch, rules: opened.rules };
    },
  };
};
