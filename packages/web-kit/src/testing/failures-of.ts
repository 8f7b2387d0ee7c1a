import { answer, refusal, type Answer } from './fake-api.ts';

const OWN_SENTENCE = 'The server says why, in a sentence of its own.';

export interface ExpectedFailure {
  how: string;
  failed: Answer;
  said: string;
  unsaid: string;
}

/**
 * A call fails without a sentence of the server, for which the page has its own, or with one, which replaces
 * it.
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
