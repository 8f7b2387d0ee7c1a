import { answer, refusal, type Answer } from './fake-api.ts';

const OWN_SENTENCE = 'The server says why, in a sentence of its own.';

/** A way in which a call fails, and what its page must say and must not. */
export interface ExpectedFailure {
  how: string;
  failed: Answer;
  said: string;
  unsaid: string;
}

/**
 * The two ways in which a call fails: without a sentence of the server's, for which the page has one of its own, and with
 * one, which then stands in its place.
 * @param fallback the page's own sentence
 */
export const failuresOf = (fallback: string, status = 400): ExpectedFailure[] => [
  { how: 'the page’s sentence', failed: answer({}, status), said: fallback, unsaid: OWN_SENTENCE },
  {
    how: 'the server’s',
    failed: refusal(status, OWN_SENTENCE, { code: 'test' }),
    said: OWN_SENTENCE,
    unsaid: fallback,
  },
];
