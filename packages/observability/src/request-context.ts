import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestContext {
  requestId: string;
}
const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that everything it calls knows the request it serves. */
export const runInRequest = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
/** Id of the request being served; undefined outside one. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
