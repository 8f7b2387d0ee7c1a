import type { Program } from '@qr-attendance/server';
import { createGateway } from './app.ts';
import { gatewayConfigSchema } from './config.ts';
import { readTls } from './tls.ts';

export const gateway: Program<typeof gatewayConfigSchema> = {
  name: 'gateway',
  configSchema: gatewayConfigSchema,
  start: async (config, log, metrics) => {
    const tls = await readTls(config);
    const { app, watchServer, endStreams, close } = createGateway(config, log, metrics);
    return {
      app,
      tls,
      httpsOrigin: config.HTTPS_ORIGIN,
      watchServer,
      endStreams,
      close: async () => close(),
    };
  },
};
