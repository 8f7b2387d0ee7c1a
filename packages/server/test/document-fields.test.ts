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

describe('Fields of a document, taken from a contract', () => {
  it('hold all that the contract allows', async () => {
    const room = new Room(whole);
    await room.validate();
    expect(room.toObject()).toEqual(whole);
  });

  it('are required where the contract requires them, inside of others too', async () => {
    const validated = new Room({ place: { latitude: 1 } }).validate();
    await expect(validated).rejects.toMatchObject({
      errors: { name: {}, floor: {}, 'place.indoors': {} },
    });
  });

  it('stay away when they are left out, lists too', () => {
    expect(new Room({ name: 'Hall 1', floor: 2 }).toObject()).toEqual({ name: 'Hall 1', floor: 2 });
  });

  it('are those of the contract alone', () => {
    expect(() => new Room({ ...whole, owner: 'x' })).toThrow('owner');
  });

  it('are not guessed where the database has no such kind', () => {
    expect(() => documentFields(z.object({ anything: z.unknown() }))).toThrow('anything');
  });
});
