import { z } from 'zod/mini';

/** A known value, or a value that a newer release added. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

interface KnownValues<Known extends string> extends z.ZodMiniType<Known, Known> {
  options: readonly Known[];
}

/**
 * An enum in answers and events: older replicas and pages accept and forward values of a newer release.
 * Requests use the strict enum.
 */
export const openEnum = <Known extends string>(
  known: KnownValues<Known>,
): z.ZodMiniType<OpenEnum<Known>, OpenEnum<Known>> => z.union([known, z.string()]);

/** The value to display: `other` for unknown values. */
export const knownOrOther = <Known extends string>(
  { options }: Pick<KnownValues<Known>, 'options'>,
  value: OpenEnum<NoInfer<Known>>,
): Known | 'other' => options.find((known) => known === value) ?? 'other';
