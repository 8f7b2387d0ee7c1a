/**
 * Path parts of suites that only `npm run test:full` runs: operators' commands, charts and dashboards, Kafka,
 * tracing, generators, a simulated week, thousands of damaged calendar files, every error message, every
 * request of a live screen in every kind of trouble, every route with every role, statements with 1,000
 * seeds, tests of checks, halls of 1,500, crashes and long outages, exports larger than all buffers, the local
 * servers. Imports have full-only suites for single kinds and cases; their engine, rules and the model across services
 * run before each merge.
 */
export const FULL_ONLY = [
  'bench/test/',
  'deploy/test/',
  'gateway/test/(floods|hall-behind-one-address).test',
  'gateway/test/tls.test',
  '/test/live-screens.test',
  '/test/messages-of-calls.test',
  'packages/cli/test/',
  'packages/demo/test/',
  'packages/messaging/test/(kafka|metrics-sources|outbox-order|postgres-killed-member|traces-of-a-scan)',
  'packages/server/test/(database-away|metrics-of-a-process|stop|tracing)',
  'packages/stack/test/(build|kafka|lan-names|mongodb|postgres|private-folder|start-system)',
  'packages/statements/test/model-seeds',
  'packages/tables/test/fuzz-long',
  'packages/test-kit/test/',
  'packages/tooling/test/(affected|command-lines|compose/|dependency-rules|generate|observability)',
  'services/auth/test/notice-replicas',
  'services/attendance/test/(downtime|export-readers|fail-over|model-(faults|stories)|query-plans|recounts)',
  'services/course/test/(import-(complete|courses|crash|keys|membership-days|model-(crashes|faults|many|moves|seeds)|moved-sections|open-lines|previous-ids|rekey|restatements|sources|structure|timetable)|planned-memberships|simulated-week|stated-students|term-archive-crash|timetable-statements)',
  'services/session/test/(calendar-limits|calendar-random-many|created-once)',
  'tests/attacks/test/(no-secrets-in-logs|routes-by-role|staff-roles)',
  'tests/faults/test/earlier-data',
];
