import { z } from 'zod/mini';

/** The effect that an undo would have on the objects of a run. */
export const importUndoPreviewSchema = z.object({
  /** Objects that the run began, which end or are deleted. */
  removed: z.int(),
  /** Objects with the values that they had before. */
  restored: z.int(),
  /** Objects that stay as they are, because somebody has changed them since. */
  kept: z.int(),
  /** Some objects were not looked at, because the run is large. */
  isPartial: z.boolean(),
});
export type ImportUndoPreview = z.infer<typeof importUndoPreviewSchema>;
