import { z } from 'zod/mini';

/** A value known to this version, or one that a newer version added. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

interface KnownValues<Known extends string> extends z.ZodMiniType<Known, Known> {
  options: readonly Known[];
}

/**
 * An enum in answers and events: older replicas and pages read and forward values of a newer version.
 * Requests use the enum itself.
 */
export const openEnum = <Known extends string>(
  known: KnownValues<Known>,
): z.ZodMiniType<OpenEnum<Known>, OpenEnum<Known>> => z.union([known, z.string()]);

/** The value to display: `other` if this version does not know the value. */
export const knownOrOther = <Known extends string>(
  { options }: Pick<KnownValues<Known>, 'options'>,
  value: OpenEnum<NoInfer<Known>>,
): Known | 'other' => options.find((known) => known === value) ?? 'other';
