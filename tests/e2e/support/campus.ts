import { call, createCampusClient, type Answer, type CallRequest } from '@qr-attendance/test-kit';

export { PASSWORD, PIN, signedMark, type Member } from '@qr-attendance/test-kit';

export const request = (
  baseUrl: string,
  method: string,
  path: string,
  asked?: CallRequest,
): Promise<Answer<unknown>> => call(baseUrl, method, path, asked);

export const campus = (baseUrl: string) => {
  const client = createCampusClient(baseUrl);
  return {
    ...client,
    call: <Body>(method: string, path: string, token?: string, body?: unknown): Promise<Body> =>
      client.must<Body>(method, path, { token, body }),
  };
};
export type Campus = ReturnType<typeof campus>;
