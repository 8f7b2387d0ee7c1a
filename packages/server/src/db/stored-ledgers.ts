import type { Ledger } from '@qr-attendance/statements';
import type { Model, Types } from 'mongoose';

const mapOf = (input: string, as: string, fields: object) => ({
  $map: { input, as, in: { $mergeObjects: [`$$${as}`, fields] } },
});

/**
 * An expression that reduces the runs of a stored ledger's entries to the last one, because their number
 * grows with each file.
 * @param path such as `$statements`
 */
export const ledgerWithLastRuns = (path: string): object => {
  const entries = mapOf(`${path}.entries`, 'entry', { runs: { $slice: ['$$entry.runs', -1] } });
  return { $cond: [{ $ifNull: [path, false] }, { $mergeObjects: [path, { entries }] }, null] };
};

export const ledgersWithLastRuns = (path: string): object =>
  mapOf(path, 'stated', { ledger: ledgerWithLastRuns('$$stated.ledger') });

export const readLedgers = async <Doc>(
  model: Model<Doc>,
  ids: Types.ObjectId[],
): Promise<Map<string, Ledger>> => {
  if (ids.length === 0) return new Map();
  const documents = await model.aggregate<{ _id: Types.ObjectId; statements: Ledger | null }>([
    { $match: { _id: { $in: ids } } },
    { $project: { statements: ledgerWithLastRuns('$statements') } },
  ]);
  return new Map(
    documents.flatMap(({ _id, statements }) => (statements ? [[_id.toHexString(), statements]] : [])),
  );
};
