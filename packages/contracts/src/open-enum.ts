import { z } from 'zod/mini';

/** One of the values known to this version, or one that a newer version added. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** An enum of values known to this version. */
interface KnownValues<Known extends string> extends z.ZodMiniType<Known, Known> {
  options: readonly Known[];
}

/**
 * An enum as answers and events carry it: replicas and pages of an older version read and pass on what a newer one added.
 * What people or services send to be acted on is read by the enum itself.
 */
export const openEnum = <Known extends string>(
  known: KnownValues<Known>,
): z.ZodMiniType<Open<Known>, Open<Known>> => z.union([known, z.string()]);

/** The value to display: `other` if this version does not know the value. */
export const knownOr = <Known extends string>(
  { options }: Pick<KnownValues<Known>, 'options'>,
  value: Open<Known>,
): Known | 'other' => options.find((known) => known === value) ?? 'other';
