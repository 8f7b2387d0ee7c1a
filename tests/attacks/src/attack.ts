import type { Defense } from './defenses/defense.ts';
import type { Target } from './target/start-target.ts';

/** What somebody tries who wants a mark, or a look, that is not theirs. */
export interface Attack {
  name: string;
  /** What stops it. Switched off together, they let it through: so each is needed, and the attack is a real one. */
  defenses: Defense[];
  /** Tries it with people and sessions of its own. @returns whether it got through */
  attempt: (target: Target) => Promise<boolean>;
}
