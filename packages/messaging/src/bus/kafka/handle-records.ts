import type { ConsumerWanted, KafkaRecord } from './kafka-client.ts';
import type { HandleMessage } from './handle-message.ts';
import type { Names } from './names.ts';
import { processByKey } from './process-by-key.ts';

const laneOf = ({ key, offset }: KafkaRecord): string => key?.toString() ?? offset;

/** Handles messages of one partition side by side, those of a key in their order; all are done when it resolves. */
export const makeHandleRecords =
  (handleMessage: HandleMessage, names: Names): ConsumerWanted['handle'] =>
  (topic, partition, records, signal) =>
    processByKey(records, laneOf, (message) =>
      handleMessage({ topic: names.plain(topic), partition, message }, signal),
    );
