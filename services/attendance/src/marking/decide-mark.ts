import type { AttendanceSubmission } from '@qr-attendance/contracts';
import type { LoadMarkContext } from './mark-context.ts';
import { judgeMark, type Projection, type Verdict } from './rules/judge-mark.ts';
import type { MarkIds } from './rules/mark.ts';
import type { MarkOrigin } from './rules/judge-origin.ts';
import type { AskOwner } from '../projections/ask-owner.ts';

interface Deps {
  loadMarkContext: LoadMarkContext;
  askOwner: AskOwner;
  pepper: string;
}

/** A refusal never rests on a projection alone: its owner is asked once before it is final. */
export const makeDecideMark =
  ({ loadMarkContext, askOwner, pepper }: Deps) =>
  async (ids: MarkIds, submission: AttendanceSubmission, origin: MarkOrigin): Promise<Verdict> => {
    const asked = new Set<Projection>();
    for (;;) {
      const context = await loadMarkContext(ids);
      const verdict = judgeMark(context, submission, { ...origin, pepper, now: new Date() });
      if (verdict.accepted || !verdict.restsOn || asked.has(verdict.restsOn)) return verdict;
      asked.add(verdict.restsOn);
      await askOwner(verdict.restsOn, ids);
    }
  };
export type DecideMark = ReturnType<typeof makeDecideMark>;
