import { canRunKafka, hasDocker } from '@qr-attendance/stack';
import { postgresBus, type Bus } from './bus.ts';
import { kafkaBus } from './kafka-bus.ts';

export const chooseBus =
  (wanted: 'kafka' | 'postgres' | undefined) =>
  async (given: { dataDir: string; postgresUrl: string }): Promise<Bus> => {
    const kafka =
      wanted === 'kafka' || (wanted !== 'postgres' && ((await canRunKafka()) || (await hasDocker())));
    return kafka ? kafkaBus(given) : postgresBus(given);
  };
