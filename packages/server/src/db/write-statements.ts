import type { Model, Types } from 'mongoose';
import { toUpdate } from './mongo.ts';

interface StatedDocument {
  _id: Types.ObjectId;
  statements?: object | undefined;
}

/** Stores what files stated about documents that stay as they are. A file that is repeated writes once per batch. */
export const writeStatements = async <Doc extends StatedDocument>(
  model: Model<Doc>,
  documents: Pick<StatedDocument, '_id' | 'statements'>[],
): Promise<void> => {
  if (documents.length === 0) return;
  const writes = documents.map(({ _id, statements }) => ({
    updateOne: { filter: { _id }, update: toUpdate({ statements }) },
  }));
  await model.bulkWrite(writes as never, { ordered: false });
};
