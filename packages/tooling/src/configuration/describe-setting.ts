import { z } from 'zod';

export interface Setting {
  name: string;
  description: string;
  type: string;
  whenUnset: string;
  secret: boolean;
}

const scalarSchema = z.union([z.string(), z.number(), z.boolean()]);
const factsSchema = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  default: scalarSchema.optional().catch(undefined),
});
type Facts = z.output<typeof factsSchema>;
const metaSchema = z.object({
  description: z.string().default(''),
  secret: z.boolean().default(false),
  defaultText: z.string().optional(),
});

const number = (value: number): string => value.toLocaleString('en');
const code = (text: string): string => `\`${text}\``;

const rangeOf = ({ minimum, maximum }: Facts): string => {
  const [from, to] = [minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum];
  if (from !== undefined && to !== undefined) return `, ${number(from)}–${number(to)}`;
  if (from !== undefined) return `, ≥ ${number(from)}`;
  return to === undefined ? '' : `, ≤ ${number(to)}`;
};

const typeOf = (input: Facts, output: Facts): string => {
  if (output.type === 'boolean') return '`true` or `false`';
  if (input.enum) return input.enum.map(code).join(', ');
  if (input.type === 'integer') return `integer${rangeOf(input)}`;
  if (input.type === 'number') return `number${rangeOf(input)}`;
  if (input.format === 'uri') return 'URL';
  return (input.minLength ?? 0) > 1 ? `text, ≥ ${input.minLength} characters` : 'text';
};

export const describeSetting = (name: string, schema: z.ZodType): Setting => {
  const factsIn = (io: 'input' | 'output') =>
    factsSchema.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  const [input, output] = [factsIn('input'), factsIn('output')];
  const { description, secret, defaultText } = metaSchema.parse(schema.meta() ?? {});
  const value = output.default ?? input.default;
  const unset = (): string => {
    if (!schema.safeParse(undefined).success) return '**required**';
    if (defaultText !== undefined) return defaultText;
    return value === undefined || value === '' ? 'none' : code(String(value));
  };
  return { name, description, type: typeOf(input, output), whenUnset: unset(), secret };
};
