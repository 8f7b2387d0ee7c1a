import { type Counter, type Proof, limitKeys } from '@qr-attendance/server';
import type { RequestHandler, Response } from 'express';
import { clientOf, type Client } from '../clients/identify.ts';
import { rejectTooMany } from './refuse.ts';
import type { TurnQueue } from './turn-queue.ts';

interface CounterLimit<P extends Proof> {
  counter: Counter<P>;
  max: number;
}

/**
 * Limits attempts that a service judged, such as wrong passwords. Malformed or aborted requests, and those that the
 * gateway answered itself, do not count. Browsers in which somebody signed in have a separate limit; beyond that limit,
 * requests count as those of unknown browsers, so that a stolen cookie cannot lock out its owner.
 */
export const limitJudgedAnswers = ({
  concerns,
  isCounted,
  address,
  trace,
  turns,
  refusal,
  onRefused,
}: {
  concerns: (client: Client) => boolean;
  isCounted: (response: Response) => boolean;
  address: CounterLimit<'address'>;
  trace?: CounterLimit<'trace'>;
  turns: TurnQueue;
  refusal: [code: string, error: string];
  onRefused: () => void;
}): RequestHandler => {
  const countOnFinish = (response: Response, count: () => Promise<unknown>): void => {
    response.once('finish', () => {
      if (isCounted(response)) void count();
    });
  };
  const isWithin = async (ofTrace: ReturnType<typeof limitKeys.trace>): Promise<boolean> =>
    trace !== undefined && ((await trace.counter.read(ofTrace))?.points ?? 0) < trace.max;

  const limit: RequestHandler = async (request, response, next) => {
    const client = clientOf(request);
    const ofTrace = client.trace === undefined ? undefined : limitKeys.trace(client.trace);
    if (trace && ofTrace !== undefined && (await isWithin(ofTrace))) {
      countOnFinish(response, () => trace.counter.add(ofTrace));
      next();
      return;
    }
    const key = limitKeys.address(client.address);
    const spent = await address.counter.read(key);
    if (spent && spent.points >= address.max) {
      const turn = await turns.wait(client.address, response);
      if (turn === 'abandoned') return;
      if (turn === 'rejected') {
        onRefused();
        rejectTooMany(response, spent.ms, ...refusal);
        return;
      }
    }
    countOnFinish(response, () => address.counter.add(key));
    next();
  };
  // Most requests concern no such limit and need no promise.
  return (request, response, next) => (concerns(clientOf(request)) ? limit(request, response, next) : next());
};
