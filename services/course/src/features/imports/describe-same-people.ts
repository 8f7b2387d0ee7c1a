import { type ImportRun, routes } from '@qr-attendance/contracts';
import type { InternalClient } from '@qr-attendance/server';
import type { ImportDocument } from '../../db/import-models.ts';
import type { ImportRuns } from './import-runs.ts';

const MAX_PAIRS = 50;

type Withdrawn = NonNullable<ImportRun['samePeople']>['pairs'][number]['withdrawn'];

const findWithdrawn = async (auth: InternalClient, ids: string[]): Promise<Map<string, Withdrawn>> => {
  if (ids.length === 0) return new Map();
  // Without the data of the people, the pairs are still useful.
  const users = await auth.post(routes.auth.listUsersInternal, { body: { ids } }).catch(() => undefined);
  return new Map(
    (users ?? []).map(({ id, name, email, institutionId, usn, regNo }) => [
      id,
      {
        name,
        email,
        ...(institutionId !== undefined && { institutionId }),
        ...(usn && { usn }),
        ...(regNo && { registrationNumber: regNo }),
      },
    ]),
  );
};

/** The lines that may be about withdrawn people, with the data of both (rule 13 of statements). */
export const describeSamePeople = async (
  { importRuns, auth }: { importRuns: Pick<ImportRuns, 'listSamePeople'>; auth: InternalClient },
  run: ImportDocument,
): Promise<ImportRun['samePeople']> => {
  if (run.state !== 'previewed' || !run.preview?.waiting) return undefined;
  const { answers = {} } = run;
  const lines = await importRuns.listSamePeople(run);
  const answerOf = ({ line }: { line: number }) => answers[String(line)]?.answer;
  const [answered, open] = [lines.filter(answerOf), lines.filter((one) => !answerOf(one))];
  const shown = [...open, ...answered].slice(0, MAX_PAIRS);
  const people = await findWithdrawn(
    auth,
    shown.flatMap(({ samePerson }) => samePerson?.person ?? []),
  );
  return {
    count: lines.length,
    answered: answered.length,
    pairs: shown.map((one) => {
      const answer = answerOf(one);
      return {
        line: one.line,
        values: one.values,
        ...(answer && { answer }),
        withdrawn: people.get(one.samePerson?.person ?? '') ?? null,
      };
    }),
  };
};
