import { Schema, type SchemaDefinition } from 'mongoose';
import { z } from 'zod';
import type { z as mini } from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const types: Record<string, StringConstructor | NumberConstructor | BooleanConstructor> = {
  string: String,
  number: Number,
  integer: Number,
  boolean: Boolean,
};

const typeOf = (name: string, described: JsonSchema): unknown => {
  const { type, anyOf, properties, items } = described;
  if (anyOf?.[0]) return typeOf(name, anyOf[0] as JsonSchema);
  if (properties) return new Schema(fieldsOf(described), { _id: false });
  if (type === 'array') return [typeOf(name, items as JsonSchema)];
  const fieldType = typeof type === 'string' ? types[type] : undefined;
  if (!fieldType) throw new Error(`no type of MongoDB is known for ${name}`);
  return fieldType;
};

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): SchemaDefinition =>
  Object.fromEntries(
    Object.entries(properties).map(([name, described]) => [
      name,
      // Mongoose would turn missing lists into empty lists.
      { type: typeOf(name, described as JsonSchema), required: required.includes(name), default: undefined },
    ]),
  ) as SchemaDefinition;

/**
 * Derives the fields of a mongoose schema from a contract: texts, numbers, flags, and lists and objects of these
 * types, required as in the contract. So a field that is added to the contract is also stored.
 * @throws Error naming a field of another kind
 */
export const documentFields = <Fields extends object>(
  schema: mini.ZodMiniType<Fields>,
): SchemaDefinition<Fields> => fieldsOf(z.toJSONSchema(schema)) as SchemaDefinition<Fields>;

export const required = <T>(type: T) => ({ type, required: true as const });

export const strictDocument = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;
