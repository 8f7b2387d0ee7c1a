import type { ServiceName } from '@qr-attendance/contracts';
import type { ServerResponse } from 'node:http';

const services = new WeakMap<ServerResponse, ServiceName>();

/** Records that a service answered a request, before its answer is passed on. */
export const recordAnswer = (response: ServerResponse, service: ServiceName): void => {
  services.set(response, service);
};

/** The service whose answer this is; undefined for an answer of the gateway's own, or of a proxy in between. */
export const answeredBy = (response: ServerResponse): ServiceName | undefined => services.get(response);
