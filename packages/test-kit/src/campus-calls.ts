import { allRoutes, type AnswerOf, type RouteContract } from '@qr-attendance/contracts';
import { pathOf, type CallInput, type ServiceUrls } from '@qr-attendance/stack';
import { call as callOnce, type Answer, type CallRequest } from './call.ts';

const ownerOf = (path: string): keyof ServiceUrls => {
  const [, , resource] = path.split('/');
  const owner = allRoutes.find((route) => route.path.split('/')[2] === resource)?.service ?? 'gateway';
  if (owner === 'gateway') throw new Error(`${path} belongs to no service`);
  return owner;
};

export interface CampusClientOptions {
  send?: (baseUrl: string, method: string, path: string, request?: CallRequest) => Promise<Answer<unknown>>;
  /** Responses from another release may not match the contracts of this release, so they are not parsed. */
  isOtherRelease?: boolean;
}

export const createCalls = (
  target: string | ServiceUrls,
  { send = callOnce, isOtherRelease = false }: CampusClientOptions = {},
) => {
  const exchange = async <Body = unknown>(method: string, path: string, request: CallRequest = {}) =>
    (await send(
      typeof target === 'string' ? target : target[ownerOf(path)],
      method,
      path,
      request,
    )) as Answer<Body>;
  const succeed = async <Body>(method: string, path: string, request?: CallRequest) => {
    const answer = await exchange<Body>(method, path, request);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const must = async <Body = unknown>(method: string, path: string, request?: CallRequest): Promise<Body> =>
    (await succeed<Body>(method, path, request)).body;
  const parse = <R extends RouteContract>({ answer }: R, body: unknown) =>
    (isOtherRelease ? body : answer.parse(body)) as AnswerOf<R>;
  const call = async <R extends RouteContract>(
    route: R,
    { token, body, headers, ...place }: CallInput<R> & Pick<CallRequest, 'headers'>,
  ): Promise<AnswerOf<R>> => {
    const path = pathOf(route, place);
    return parse(route, await must(route.method.toUpperCase(), path, { token, body, headers }));
  };
  return { exchange, succeed, must, parse, call };
};
