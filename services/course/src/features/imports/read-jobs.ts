import { DomainError } from '@qr-attendance/server';
import type { ImportDocument } from '../../db/import-models.ts';
import { readFile } from './finish-upload.ts';
import type { ImportRuns } from './import-runs.ts';
import type { FailureReason } from './read-file.ts';

const REPORT_MS = 500;
const RENEWAL_MS = 2_000;
/** The file is read to find the encoding, to convert it to text, and to describe its lines. */
const PASSES = 3;

/** The run was stopped, or another process has taken it over. */
class Interrupted extends Error {}

const ENDED = { job: undefined, stopping: undefined, chosenHeader: undefined };

/**
 * Reads large files in the background. If the process stops, the file is read again.
 * @returns whether there may be more to do
 */
export const createReadJobs = ({ runs, clock }: { runs: ImportRuns; clock: () => Date }) => {
  const createReport = (run: ImportDocument) => {
    const total = PASSES * run.bytes;
    let [read, reportedAt] = [0, 0];
    return async (bytes: number): Promise<void> => {
      read += bytes;
      const now = clock().getTime();
      if (now - reportedAt < REPORT_MS || !run.job) return;
      reportedAt = now;
      const byte = Math.floor((read / total) * run.bytes);
      const isOurs = await runs.progress(run, { job: { ...run.job, position: { byte, line: 0 } } });
      const current = await runs.find(run._id.toHexString());
      if (!isOurs || current?.stopping) throw new Interrupted();
    };
  };

  const end = async (run: ImportDocument, error: unknown): Promise<void> => {
    // A file that was read before keeps its previous header.
    const before = run.reading ? 'uploaded' : 'uploading';
    if (error instanceof Interrupted) await runs.progress(run, { ...ENDED, state: before });
    else if (error instanceof DomainError && error.kind === 'unprocessable')
      await runs.progress(run, {
        ...ENDED,
        state: 'failed',
        failure: { reason: error.code as FailureReason },
      });
    else throw error;
  };

  return async (): Promise<boolean> => {
    const run = await runs.lease('reading');
    if (!run) return false;
    const renewal = setInterval(() => void runs.progress(run, {}).catch(() => undefined), RENEWAL_MS);
    try {
      const fields = await readFile({ importRuns: runs }, run, createReport(run));
      const isOurs = await runs.progress(run, { ...ENDED, ...fields });
      if (isOurs && fields.textBytes !== undefined) await runs.removeFile(run, 'uploaded');
    } catch (error) {
      await end(run, error);
    } finally {
      clearInterval(renewal);
    }
    return true;
  };
};
