import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectMongo, required, strictDocument } from '@qr-attendance/server/mongo';
import { freshDatabases, openLink } from '@qr-attendance/test-kit';
import { Schema, type Connection } from 'mongoose';
import { createUpsertIfNewer } from '../src/mongo.ts';

interface Document {
  _id: string;
  version: number;
}
const schema = new Schema<Document>({ _id: required(String), version: required(Number) }, strictDocument);

let own: Awaited<ReturnType<typeof freshDatabases>>;
let link: Awaited<ReturnType<typeof openLink>>;
let connection: Connection;
beforeAll(async () => {
  own = await freshDatabases();
  link = await openLink(own.databases.session);
  // Without this option the driver would connect to the server's own address and bypass the link.
  const url = new URL(link.url);
  url.searchParams.set('directConnection', 'true');
  connection = await connectMongo(url.href);
});
afterAll(async () => {
  await connection.close();
  await link.close();
  await own.drop();
});

const open = (name: string) => {
  const model = connection.model<Document>(name, schema, name);
  const stored = async () => (await model.find().lean()).map(({ _id, version }) => [_id, version]);
  return { keep: createUpsertIfNewer(model), stored };
};

it('keeps the newest version of each document, in whatever order versions arrive', async () => {
  const { keep, stored } = open('versions');
  await keep({ _id: 'one', version: 2 });
  await Promise.all([keep({ _id: 'one', version: 1 }), keep({ _id: 'two', version: 1 })]);
  await keep({ _id: 'two', version: 3 });
  expect(new Map((await stored()) as [string, number][])).toEqual(
    new Map([
      ['one', 2],
      ['two', 3],
    ]),
  );
});

it('fails if the database is unavailable, so the event is delivered again', async () => {
  const { keep, stored } = open('interrupted');
  await keep({ _id: 'before', version: 1 });
  link.freeze();
  const interrupted = expect(keep({ _id: 'meanwhile', version: 1 })).rejects.toThrow();
  link.cut();
  await interrupted;
  link.fix();
  await keep({ _id: 'meanwhile', version: 1 });
  expect(await stored()).toEqual([
    ['before', 1],
    ['meanwhile', 1],
  ]);
});
