import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}
const storage = new AsyncLocalStorage<RequestContext>();

export const runInRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
