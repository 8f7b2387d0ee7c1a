import mongoose, { type Connection } from 'mongoose';

const { EJSON } = mongoose.mongo.BSON;
const BATCH = 500;

export const listCollections = async (connection: Connection): Promise<string[]> => {
  const found = (await connection.listCollections()).map(({ name }) => name);
  return found.filter((name) => !name.startsWith('system.')).sort();
};

export async function* readLines(connection: Connection, collection: string): AsyncGenerator<string> {
  const documents = connection.collection(collection).find().sort({ _id: 1 });
  for await (const document of documents) yield EJSON.stringify(document, { relaxed: false });
}

export const writeLines = async (
  connection: Connection,
  collection: string,
  lines: AsyncIterable<string>,
): Promise<void> => {
  let waiting: Record<string, unknown>[] = [];
  const flush = async () => {
    if (waiting.length > 0) await connection.collection(collection).insertMany(waiting);
    waiting = [];
  };
  for await (const line of lines) {
    waiting.push(EJSON.parse(line, { relaxed: false }) as Record<string, unknown>);
    if (waiting.length === BATCH) await flush();
  }
  await flush();
};
