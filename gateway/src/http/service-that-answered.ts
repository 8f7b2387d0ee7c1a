import type { ServiceName } from '@qr-attendance/contracts';
import type { ServerResponse } from 'node:http';

const services = new WeakMap<ServerResponse, ServiceName>();

export const recordAnswer = (response: ServerResponse, service: ServiceName): void => {
  services.set(response, service);
};

export const serviceThatAnswered = (response: ServerResponse): ServiceName | undefined =>
  services.get(response);
