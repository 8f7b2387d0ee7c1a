import { isDuplicateKey } from '@qr-attendance/server/mongo';
import { type Model, mongo } from 'mongoose';

/**
 * Inserts missing documents, because an insert costs far less than an upsert. @returns the existing documents
 */
export const insertNew = async <Doc extends { _id: string }>(
  model: Model<Doc>,
  documents: Doc[],
): Promise<Doc[]> => {
  if (documents.length === 0) return [];
  try {
    await model.collection.insertMany(documents as never[], { ordered: false, ignoreUndefined: true });
    return [];
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error;
    return failures.flatMap(({ index }) => documents[index] ?? []);
  }
};
