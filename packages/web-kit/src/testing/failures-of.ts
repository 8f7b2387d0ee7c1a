import { refusal, type Answer } from './fake-api.ts';

const OWN_SENTENCE = 'The server says why, in a sentence of its own.';

export interface ExpectedFailure {
  how: string;
  failed: Answer;
  said: string;
  unsaid: string;
}

/** `fallback` is the page's text if the server sent no message. */
export const failuresOf = (fallback: string, status = 400): ExpectedFailure[] => [
  {
    how: 'the page’s sentence',
    failed: refusal(status, '', { code: 'test' }),
    said: fallback,
    unsaid: OWN_SENTENCE,
  },
  {
    how: 'the server’s',
    failed: refusal(status, OWN_SENTENCE, { code: 'test' }),
    said: OWN_SENTENCE,
    unsaid: fallback,
  },
];
