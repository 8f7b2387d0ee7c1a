import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabases } from '@qr-attendance/test-kit';
import mongoose, { type Connection, type Model } from 'mongoose';
import { skipEmptyChoices } from '../src/db/empty-choices.ts';

interface Thing {
  course: string;
  number: number;
}

let fresh: Awaited<ReturnType<typeof freshDatabases>>;
let connection: Connection;
let things: Model<Thing>;
const commands: string[] = [];
const READS = new Set(['find', 'aggregate', 'distinct', 'count']);

beforeAll(async () => {
  fresh = await freshDatabases();
  connection = mongoose.createConnection(fresh.databases.session, { monitorCommands: true });
  skipEmptyChoices(connection);
  await connection.asPromise();
  things = connection.model<Thing>('Thing', new mongoose.Schema<Thing>({ course: String, number: Number }));
  await things.create([
    { course: 'a', number: 1 },
    { course: 'b', number: 2 },
  ]);
  connection.getClient().on('commandStarted', ({ commandName }) => {
    if (READS.has(commandName)) commands.push(commandName);
  });
});
beforeEach(() => void commands.splice(0));
afterAll(async () => {
  await connection.close();
  await fresh.drop();
});

const NONE = { course: { $in: [] as string[] } };

describe('a read with an empty $in list', () => {
  it.each<[string, () => unknown, unknown]>([
    ['list', () => things.find(NONE).sort({ number: 1 }).limit(5).lean(), []],
    ['list with other conditions', () => things.find({ number: { $gte: 0 }, ...NONE }).lean(), []],
    ['list with nested conditions', () => things.find({ $and: [{ number: 1 }, NONE] }).lean(), []],
    ['list with empty alternatives', () => things.find({ $or: [NONE, NONE] }).lean(), []],
    ['single document', () => things.findOne(NONE).lean(), null],
    ['check', () => things.exists(NONE), null],
    ['count', () => things.countDocuments(NONE), 0],
    ['list of values', () => things.distinct('number', NONE), []],
  ])('returns without a query (%s)', async (_kind, read, answer) => {
    expect(await read()).toEqual(answer);
    expect(commands).toEqual([]);
  });
});

describe('a cursor with an empty $in list', () => {
  it('returns no documents', async () => {
    for await (const thing of things.find(NONE).cursor()) throw new Error(`read ${thing.course}`);
  });
});

describe('a read with values to match', () => {
  it('queries the database', async () => {
    expect(await things.find({ course: { $in: ['a'] } }).lean()).toHaveLength(1);
    expect(await things.find({ $or: [NONE, { number: 2 }] }).lean()).toHaveLength(1);
    expect(await things.find({ number: { $nin: [] } }).lean()).toHaveLength(2);
    expect(commands).toEqual(['find', 'find', 'find']);
  });
});
