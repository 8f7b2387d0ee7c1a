import type { BurstCodes } from '@qr-attendance/contracts';
import { classifyFailure, retryDelay } from '@qr-attendance/web-kit';
import { useEffect, useState } from 'react';
import { nextChangeAfter, onWallAt, scheduleOf, type BurstSchedule, type OnWall } from './burst-schedule.ts';

/** Codes are told for ten seconds, so that one lost answer is not seen on the wall. */
const ASK_EVERY_MS = 4_000;
/** Three more tries fit into what is left of the ten seconds. */
const LONGEST_PAUSE_MS = 1_500;
/** Never more than two changes a second, also where an answer corrects the clock. WCAG 2.2, 2.3.1, allows three flashes. */
const SHORTEST_MS = 500;

export interface LiveWall {
  /** Undefined until the first answer, and when the codes have run out: no answer has come for ten seconds. */
  shown: OnWall | undefined;
  /** The server refuses to tell more: the session ended, or shows no burst code any longer. */
  stopped: boolean;
}

/** Keeps a burst code on the screen, each drawn on time by the server's clock. */
export const useBurstCodes = (ask: () => Promise<BurstCodes>): LiveWall => {
  const [shown, setShown] = useState<OnWall>();
  const [stopped, setStopped] = useState(false);
  useEffect(() => {
    let isHere = true;
    let schedule: BurstSchedule | undefined;
    let code: string | undefined;
    let changedAt = -Infinity;
    let drawing: ReturnType<typeof setTimeout> | undefined;
    let asking: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const draw = () => {
      clearTimeout(drawing);
      if (!schedule) return;
      const now = performance.now();
      const soonest = changedAt + SHORTEST_MS;
      if (now < soonest) {
        drawing = setTimeout(draw, soonest - now);
        return;
      }
      const next = onWallAt(schedule, now);
      if (next?.code !== code) {
        [code, changedAt] = [next?.code, now];
        setShown(next);
      }
      drawing = setTimeout(draw, nextChangeAfter(schedule, now) - now);
    };
    const askOnce = async () => {
      const askedAt = performance.now();
      let waitMs = ASK_EVERY_MS;
      try {
        const answer = await ask();
        if (!isHere) return;
        failures = 0;
        schedule = scheduleOf(answer, askedAt, performance.now());
        draw();
      } catch (error) {
        if (!isHere) return;
        const failure = classifyFailure(error);
        if (failure.kind === 'refused') return setStopped(true);
        console.warn('The burst code could not be renewed', error);
        waitMs = retryDelay(failure, failures, Math.random(), LONGEST_PAUSE_MS);
        failures += 1;
      }
      asking = setTimeout(() => void askOnce(), waitMs);
    };
    void askOnce();
    return () => {
      isHere = false;
      clearTimeout(drawing);
      clearTimeout(asking);
    };
  }, [ask]);
  return { shown, stopped };
};
