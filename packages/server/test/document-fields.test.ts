import { describe, expect, it } from '@jest/globals';
import mongoose, { Schema } from 'mongoose';
import { z } from 'zod/mini';
import { documentFields, strictDocument } from '../src/db/document-fields.ts';

const contract = z.object({
  name: z.string(),
  building: z.optional(z.string()),
  floor: z.number(),
  seats: z.optional(z.int()),
  networks: z.optional(z.array(z.union([z.cidrv4(), z.cidrv6()]))),
  place: z.optional(z.object({ latitude: z.number(), indoors: z.boolean() })),
});
const Room = mongoose.model('Room', new Schema(documentFields(contract), { ...strictDocument, _id: false }));
const whole = {
  name: 'Hall 1',
  building: 'West',
  floor: 2,
  seats: 300,
  networks: ['10.0.0.0/8'],
  place: { latitude: 1.5, indoors: false },
};

describe('document fields derived from a contract', () => {
  it('accept everything that the contract allows', async () => {
    const room = new Room(whole);
    await room.validate();
    expect(room.toObject()).toEqual(whole);
  });

  it('are required as in the contract, even in nested objects', async () => {
    const validated = new Room({ place: { latitude: 1 } }).validate();
    await expect(validated).rejects.toMatchObject({
      errors: { name: {}, floor: {}, 'place.indoors': {} },
    });
  });

  it('stay absent if they are omitted, including lists', () => {
    expect(new Room({ name: 'Hall 1', floor: 2 }).toObject()).toEqual({ name: 'Hall 1', floor: 2 });
  });

  it('contain only the fields of the contract', () => {
    expect(() => new Room({ ...whole, owner: 'x' })).toThrow('owner');
  });

  it('are rejected if the database has no such type', () => {
    expect(() => documentFields(z.object({ anything: z.unknown() }))).toThrow('anything');
  });
});
