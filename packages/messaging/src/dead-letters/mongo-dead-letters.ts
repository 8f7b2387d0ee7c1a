import { Schema, type Connection, type Model } from 'mongoose';
import { required, strictDocument } from '@qr-attendance/server/mongo';
import { fromCursor, toLetter, toPage, type DeadLetterStore } from './dead-letter-store.ts';

interface DeadLetterDocument {
  _id: string;
  since: Date;
  letter: string;
}
const schema = new Schema<DeadLetterDocument>(
  { _id: required(String), since: required(Date), letter: required(String) },
  strictDocument,
);
schema.index({ since: 1, _id: 1 });

export const deadLetterModel = (connection: Connection): Model<DeadLetterDocument> =>
  connection.model<DeadLetterDocument>('DeadLetter', schema, 'dead_letters');

const toRow = ({ _id: id, since, letter }: DeadLetterDocument) => ({ id, since, letter });

export const mongoDeadLetters = (model: Model<DeadLetterDocument>): DeadLetterStore => ({
  add: async ({ id, ...rest }) => {
    await model.updateOne(
      { _id: id },
      { $set: { letter: JSON.stringify({ id, ...rest }) }, $setOnInsert: { since: new Date() } },
      { upsert: true },
    );
  },
  list: async ({ limit, after }) => {
    const place = fromCursor(after);
    const filter = place
      ? { $or: [{ since: { $gt: place.since } }, { since: place.since, _id: { $gt: place.id } }] }
      : {};
    const documents = await model
      .find(filter)
      .sort({ since: 1, _id: 1 })
      .limit(limit)
      .lean<DeadLetterDocument[]>();
    return toPage(documents.map(toRow), limit);
  },
  find: async (ids) => {
    const found = await model
      .find({ _id: { $in: ids } })
      .sort({ since: 1, _id: 1 })
      .lean<DeadLetterDocument[]>();
    return found.map((document) => toLetter(toRow(document)));
  },
  remove: async (ids) => (await model.deleteMany({ _id: { $in: ids } })).deletedCount,
  removeAbout: async (personId) => {
    await model.deleteMany({ letter: { $regex: personId } });
  },
  count: () => model.countDocuments(),
});
