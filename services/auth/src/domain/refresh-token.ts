/** Two tabs that wake together both send the same token; within this time the second is no thief. */
export const REUSE_LEEWAY_MS = 10_000;

export interface StoredRefreshToken {
  hash: string;
  family: string;
  userId: string;
  expiresAt: Date;
  rotatedAt: Date | null;
  /** Hash of the token it was exchanged for; null for the first of a family. */
  parent: string | null;
}

/** When tokens near to it in its family were rotated. */
export interface Relatives {
  /** Those it was exchanged for. */
  children: Pick<StoredRefreshToken, 'rotatedAt'>[];
  /** Others that its own predecessor was exchanged for. */
  siblings: Pick<StoredRefreshToken, 'rotatedAt'>[];
}

const isWithinLeeway = (moment: Date, now: Date): boolean =>
  now.getTime() - moment.getTime() <= REUSE_LEEWAY_MS;

/**
 * `reused`: somebody else must have used it, or what it was exchanged for, so one of the two holders stole it.
 * A browser keeps one of the tokens that its tabs were given at once; of those only one is ever seen again.
 */
export const judgeRefreshToken = (
  { rotatedAt, expiresAt }: StoredRefreshToken,
  { children, siblings }: Relatives,
  now: Date,
): 'good' | 'expired' | 'reused' => {
  if (rotatedAt && (!isWithinLeeway(rotatedAt, now) || children.some((child) => child.rotatedAt)))
    return 'reused';
  if (siblings.some((sibling) => sibling.rotatedAt && !isWithinLeeway(sibling.rotatedAt, now)))
    return 'reused';
  return expiresAt <= now ? 'expired' : 'good';
};
