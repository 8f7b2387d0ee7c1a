export interface Act {
  /**
   * `press`: a pointer on a control; `caret`: a pointer that sets the caret in a field; `key`: a key that
   * types or moves.
   */
  kind: 'press' | 'caret' | 'enter' | 'key';
  field?: string | undefined;
}

/**
 * Seconds of the Keystroke-Level Model (Card, Moran and Newell, 1980): a key or button by an average skilled
 * typist, pointing at a target, moving a hand between keys and pointer, and mental preparation.
 */
export const PACE = { key: 0.2, pointing: 1.1, homing: 0.4, mental: 1.35 };

export interface Effort {
  presses: number;
  fields: number;
  seconds: number;
}

export const effortOf = (acts: Act[]): Effort => {
  const fields = new Set<string>();
  let presses = 0;
  let seconds = 0;
  let hand: 'pointer' | 'keys' = 'pointer';
  for (const { kind, field } of acts) {
    const now = kind === 'press' || kind === 'caret' ? 'pointer' : 'keys';
    if (now !== hand) seconds += PACE.homing;
    hand = now;
    seconds += PACE.key;
    if (now === 'pointer') seconds += PACE.pointing;
    if (kind === 'press') seconds += PACE.mental;
    if (kind === 'press' || kind === 'enter') presses++;
    if (field !== undefined && !fields.has(field)) {
      fields.add(field);
      seconds += PACE.mental;
    }
  }
  return { presses, fields: fields.size, seconds };
};
