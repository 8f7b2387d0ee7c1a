/**
 * Each rule is proved by packages/tooling/test/dependency-rules.test.ts. Paths are relative to the checked
 * root.
 */
const web = '^(shell|mfe-[^/]+)/';
const processes = '^(gateway|services/[^/]+)/';
const tests = '/test/';
/** Services that are not yet in shape have features directly in `src`. */
const feature = '^services/([^/]+)/src/(?:features/)?((?!(?:features|core|projections|db)/)[^/]+)/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Modules in a cycle, even one of types alone, cannot be read in layers.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'a-feature-of-a-service-knows-no-other-feature',
    comment:
      'It knows the core, the projections and the database of its service; composition connects features.',
    from: { path: feature },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/((features/)?$2|core|projections|db)/' },
  },
  {
    name: 'the-core-of-a-service-knows-no-feature',
    from: { path: '^services/([^/]+)/src/core/' },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/(core|projections|db)/' },
  },
  {
    name: 'projections-of-a-service-know-only-the-database',
    from: { path: '^services/([^/]+)/src/projections/' },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/(projections|db)/' },
  },
  {
    name: 'the-database-of-a-service-knows-nobody',
    from: { path: '^services/([^/]+)/src/db/' },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/db/' },
  },
  {
    name: 'a-remote-knows-no-other-remote-nor-the-shell',
    from: { path: '^(mfe-[^/]+)/' },
    to: { path: '^(shell|mfe-[^/]+)/', pathNot: '^$1/' },
  },
  {
    name: 'the-shell-knows-remotes-by-url-alone',
    from: { path: '^shell/' },
    to: { path: '^mfe-[^/]+/' },
  },
  {
    name: 'a-service-knows-no-other-service',
    from: { path: '^services/([^/]+)/' },
    to: { path: '^(services/[^/]+|gateway)/', pathNot: '^services/$1/' },
  },
  {
    name: 'the-gateway-knows-no-service',
    from: { path: '^gateway/' },
    to: { path: '^services/' },
  },
  {
    name: 'browser-code-uses-browser-packages',
    from: { path: `${web}(src|test)/` },
    to: {
      path: '^(packages/(server|messaging|observability|stack|demo|cli|test-kit|tooling)|services|gateway)/',
    },
  },
  {
    name: 'servers-use-server-packages',
    from: { path: processes, pathNot: tests },
    to: { path: '^(packages/(web-kit|ui-kit|stack|demo|cli|test-kit|tooling)|shell|mfe-[^/]+)/' },
  },
  {
    name: 'contracts-know-nobody',
    from: { path: '^packages/contracts/src/' },
    to: { path: '^(packages/(?!contracts)|services|gateway|shell|mfe-)' },
  },
  {
    name: 'observability-knows-no-server',
    from: { path: '^packages/observability/src/' },
    to: { path: '^packages/(?!(observability|contracts)/)' },
  },
  {
    name: 'server-knows-no-bus',
    from: { path: '^packages/server/src/' },
    to: { path: '^packages/(?!(server|observability|contracts)/)' },
  },
  {
    name: 'messaging-knows-no-tools',
    from: { path: '^packages/messaging/src/' },
    to: { path: '^packages/(?!(messaging|server|observability|contracts)/)' },
  },
  {
    name: 'packages-know-no-app',
    from: { path: '^packages/', pathNot: '^packages/(stack|demo|cli|test-kit)/' },
    to: { path: '^(services|gateway|shell|mfe-[^/]+)/' },
  },
  {
    name: 'rules-stay-pure',
    comment:
      'What decides knows nothing of databases, events or HTTP, so it can be tested and read by itself.',
    from: { path: '^services/[^/]+/src/.*rules/' },
    to: { path: '^services/[^/]+/src/', pathNot: '/rules/|/src/db/' },
  },
  {
    name: 'rules-know-only-types-of-the-database',
    comment: 'A rule may judge what is stored, without a connection.',
    from: { path: '^services/[^/]+/src/.*rules/' },
    to: { path: '^services/[^/]+/src/db/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'the-inside-of-a-service-is-private',
    comment: 'But for its settings, which operators write and the chart is tested against.',
    from: { path: '^(?!services/)' },
    to: { path: '^services/[^/]+/src/', pathNot: '/config\\.ts$' },
  },
  {
    name: 'features-know-no-other-feature',
    from: { path: '^(mfe-[^/]+/src/features)/([^/]+)/' },
    to: { path: '^$1/', pathNot: '^$1/$2/' },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated|node_modules|test-results)/|^packages/tooling/test/fixtures/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    moduleSystems: ['es6'],
    parser: 'tsc',
  },
};
