import { runService } from '@qr-attendance/service-kit';
import { createGateway } from './app.ts';
import { gatewayConfigSchema } from './config.ts';

await runService({
  name: 'gateway',
  configSchema: gatewayConfigSchema,
  start: async (config, log) => {
    const { app, endStreams, close } = createGateway(config, log);
    return { app, endStreams, close: async () => close() };
  },
});
