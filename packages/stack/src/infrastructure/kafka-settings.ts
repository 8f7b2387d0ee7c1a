import { SECURE_LISTENER } from './kafka-security.ts';

/** Settings of one small node that is broker and controller and starts quickly; open unless secured. */
export const serverProperties = (
  folder: string,
  { port, controllerPort }: { port: number; controllerPort: number },
  security?: Record<string, string>,
): string => {
  const listener = security ? SECURE_LISTENER : 'PLAINTEXT';
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `${listener}://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `${listener}://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': listener,
    'listener.security.protocol.map': `${listener}:${listener},CONTROLLER:PLAINTEXT`,
    // A backslash would be an escape character.
    'log.dirs': folder.replaceAll('\\', '/'),
    // Topics are declared, so that a misspelled name is an error.
    'auto.create.topics.enable': false,
    // Offsets are kept longer than facts, so that a group that was down keeps its offsets.
    'offsets.retention.minutes': 60 * 24 * 30,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // Limits how long the registration of a crashed broker remains.
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3_000,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.dedupe.buffer.size': 16_777_216,
    ...security,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
};

export const LOG4J_PROPERTIES = `rootLogger.level=warn
rootLogger.appenderRef.s.ref=S
appender.s.type=Console
appender.s.name=S
appender.s.layout.type=PatternLayout
appender.s.layout.pattern=[%d] %p %m (%c)%n
logger.k.name=kafka.server.KafkaRaftServer
logger.k.level=info
`;
export const READY_LINE = 'Kafka Server started';
