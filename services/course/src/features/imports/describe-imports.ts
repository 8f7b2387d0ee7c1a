import type { ImportCounts, ImportRun } from '@qr-attendance/contracts';
import { findNames, type PeopleProjection } from '@qr-attendance/messaging/mongo';
import type { InternalClient } from '@qr-attendance/server';
import type { ImportDocument } from '../../db/import-models.ts';
import { changesToConfirm } from './manage-imports.ts';
import { describeSamePeople } from './describe-same-people.ts';
import type { ImportRuns } from './import-runs.ts';
import { noCounts } from './plan-batch.ts';

interface Deps {
  importRuns: ImportRuns;
  people: PeopleProjection;
  auth: InternalClient;
}

/** The person of a line is only stored for erasures, so it is removed from answers. */
const withoutPerson = <Line extends { about?: string }>({
  about: _about,
  ...line
}: Line): Omit<Line, 'about'> => line;

const FULL = 100;

const progressOf = ({ state, job, bytes, textBytes = bytes }: ImportDocument): number | undefined => {
  if (!job || !['reading', 'previewing', 'rechecking', 'applying'].includes(state)) return undefined;
  return Math.min(FULL, Math.floor((job.position.byte / textBytes) * FULL));
};

const withAllCounts = (counts: ImportCounts | undefined): ImportCounts | undefined =>
  counts && { ...noCounts(), ...counts };

/** Answered lines count as added. */
const withAnswers = (counts: ImportCounts | undefined, answered = 0): ImportCounts | undefined =>
  counts && { ...counts, waiting: counts.waiting - answered, added: counts.added + answered };

export const describeImports = async (context: Deps, runs: ImportDocument[]): Promise<ImportRun[]> => {
  const names = await findNames(
    context,
    runs.map(({ by }) => by),
  );
  return Promise.all(
    runs.map(async (run) => {
      const { _id, kind, source, fileName, bytes, state, by, createdAt, expiresAt, complete, examples } = run;
      const {
        header,
        firstLines,
        mapping,
        joined,
        fixed,
        values,
        dayOrder,
        reading,
        preview,
        applied,
        notEnded,
        kept,
        undo,
        failure,
        warnings,
        overrides,
        check,
        outdated,
        addErased,
        isOffer,
      } = run;
      const samePeople = await describeSamePeople(context, run);
      const optional = {
        joined,
        fixed,
        values,
        dayOrder,
        reading,
        addErased,
        isOffer,
        header,
        firstLines,
        mapping,
        notEnded,
        kept,
        undo,
        failure,
        warnings,
        overrides,
        check,
        outdated: outdated && {
          ...outdated,
          examples: outdated.examples.map(({ key: _key, ...line }) => withoutPerson(line)),
        },
        samePeople,
        preview: withAnswers(withAllCounts(preview), samePeople?.answered),
        applied: withAllCounts(applied),
        progress: progressOf(run),
        changesToConfirm: changesToConfirm(run),
        parts: state === 'uploading' ? await context.importRuns.countParts(run) : undefined,
      };
      return {
        _id: _id.toHexString(),
        kind,
        source,
        fileName,
        bytes,
        state,
        complete,
        examples: examples.map(withoutPerson),
        createdBy: {
          _id: by,
          name: names.get(by) ?? null,
        },
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        ...optional,
      };
    }),
  );
};
