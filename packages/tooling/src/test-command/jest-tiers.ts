/**
 * Suites that only `npm run test:full` has: commands of operators, charts and dashboards, Kafka, tracing, and what plays
 * long outages. Every other suite guards a merge. Each entry is a part of a path.
 */
export const FULL_ONLY = [
  'bench/test/',
  'deploy/test/',
  'gateway/test/floods.test',
  'gateway/test/tls.test',
  'packages/local-stack/test/(admin-command|backup|build|dev-command|events|kafka|lan-command|private-folder|start-command)',
  'packages/service-kit/test/(database-away|kafka|metrics-of-a-process|outbox-order|stop|traces-of-a-scan|tracing)',
  'packages/tooling/test/(compose/|observability)',
  'services/attendance/test/(fail-over|query-plans)',
  'services/session/test/created-once',
];
