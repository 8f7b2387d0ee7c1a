/**
 * Suites that only `npm run test:full` has: commands of operators, charts and dashboards, Kafka, tracing, generators,
 * every message of every failed call, and what plays long outages. Every other suite guards a merge. Each entry is a part
 * of a path.
 */
export const FULL_ONLY = [
  'bench/test/',
  'deploy/test/',
  'gateway/test/floods.test',
  'gateway/test/tls.test',
  '/test/messages-of-calls.test',
  'packages/cli/test/',
  'packages/demo/test/',
  'packages/messaging/test/(kafka|outbox-order|traces-of-a-scan)',
  'packages/server/test/(database-away|metrics-of-a-process|stop|tracing)',
  'packages/stack/test/(build|kafka|private-folder)',
  'packages/tooling/test/(compose/|generate|observability)',
  'services/attendance/test/(fail-over|query-plans)',
  'services/session/test/created-once',
];
