/**
 * The comment of a rule is printed with a violation and states the alternative.
 * packages/tooling/test/dependency-rules.test.ts proves each rule. Paths are relative to the checked root.
 */
const web = '^(shell|mfe-[^/]+)/';
const processes = '^(gateway|services/[^/]+)/';
const tests = '/test/';
const feature = '^services/([^/]+)/src/features/([^/]+)/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Move what both modules need into a third one that imports neither.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'a-feature-of-a-service-knows-no-other-feature',
    comment:
      "Move what both features need to core/ (tables, with an owner's name) or projections/; let app.ts, routes.ts or context.ts connect features.",
    from: { path: feature },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/(features/$2|core|projections|db)/' },
  },
  {
    name: 'the-core-of-a-service-knows-no-feature',
    comment: 'Move what the core needs from the feature down to core/, or pass it in as a parameter.',
    from: { path: '^services/([^/]+)/src/core/' },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/(core|projections|db)/' },
  },
  {
    name: 'subjects-of-a-core-form-no-cycle',
    comment: 'Move what both folders need to the lower one, or to a folder of its own.',
    scope: 'folder',
    from: { path: '^services/[^/]+/src/core/[^/]+$' },
    to: { circular: true, path: '^services/[^/]+/src/core/[^/]+$' },
  },
  {
    name: 'projections-of-a-service-know-only-the-database',
    comment: 'Move the shared part to projections/ or db/, or pass it in as a parameter.',
    from: { path: '^services/([^/]+)/src/projections/' },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/(projections|db)/' },
  },
  {
    name: 'the-database-of-a-service-knows-nobody',
    comment: 'Move the imported type or schema to db/ or to packages/contracts.',
    from: { path: '^services/([^/]+)/src/db/' },
    to: { path: '^services/$1/src/', pathNot: '^services/$1/src/db/' },
  },
  {
    name: 'a-remote-knows-no-other-remote-nor-the-shell',
    comment:
      'Move what both need to packages/ui-kit (parts) or packages/web-kit (data, texts); link to the other area by its URL.',
    from: { path: '^(mfe-[^/]+)/' },
    to: { path: '^(shell|mfe-[^/]+)/', pathNot: '^$1/' },
  },
  {
    name: 'the-shell-knows-remotes-by-url-alone',
    comment: "Declare it in the remote's src/pages.ts, which the shell reads from the manifest.",
    from: { path: '^shell/' },
    to: { path: '^mfe-[^/]+/' },
  },
  {
    name: 'a-service-knows-no-other-service',
    comment:
      "Follow the other service's events (docs/guide/add-an-event.md) or call its route; shared types belong to packages/contracts.",
    from: { path: '^services/([^/]+)/' },
    to: { path: '^(services/[^/]+|gateway)/', pathNot: '^services/$1/' },
  },
  {
    name: 'the-gateway-knows-no-service',
    comment: 'Use the routes of packages/contracts; rules belong to the service.',
    from: { path: '^gateway/' },
    to: { path: '^services/' },
  },
  {
    name: 'a-part-of-the-gateway-knows-no-other-part',
    comment: 'Move what both parts need to clients/ or http/; let app.ts connect them.',
    from: { path: '^gateway/src/([^/]+)/' },
    to: { path: '^gateway/src/', pathNot: '^gateway/src/(($1|clients|http)/|config\\.ts$)' },
  },
  {
    name: 'browser-code-uses-browser-packages',
    comment: 'Use packages/contracts, web-kit, ui-kit and page-start; ask a server by its route.',
    from: { path: `${web}(src|test)/|^packages/page-start/src/browser/` },
    to: {
      path: '^(packages/(page-start/src/(build|gateway)/|server|messaging|observability|stack|demo|cli|test-kit|tooling)|services|gateway)/',
    },
  },
  {
    name: 'servers-use-server-packages',
    comment:
      'Use packages/contracts, server, messaging and observability; move what pages and servers share to packages/contracts.',
    from: { path: `${processes}|^packages/page-start/src/gateway/`, pathNot: tests },
    to: {
      path: '^(packages/(page-start/src/(build|browser|first-pages)/|web-kit|ui-kit|stack|demo|cli|test-kit|tooling)|shell|mfe-[^/]+)/',
    },
  },
  {
    name: 'contracts-know-nobody',
    comment: 'Move what contracts need into packages/contracts; it uses zod alone.',
    from: { path: '^packages/contracts/src/' },
    to: { path: '^(packages/(?!contracts)|services|gateway|shell|mfe-)' },
  },
  {
    name: 'observability-knows-no-server',
    comment: 'Pass it in as a parameter, or move it to packages/server.',
    from: { path: '^packages/observability/src/' },
    to: { path: '^packages/(?!(observability|contracts)/)' },
  },
  {
    name: 'server-knows-no-bus',
    comment: 'Pass it in as a parameter, or move it to packages/messaging.',
    from: { path: '^packages/server/src/' },
    to: { path: '^packages/(?!(server|observability|contracts|statements)/)' },
  },
  {
    name: 'messaging-knows-no-tools',
    comment: 'Move the code to packages/test-kit or the tool that needs it.',
    from: { path: '^packages/messaging/src/' },
    to: { path: '^packages/(?!(messaging|server|observability|contracts)/)' },
  },
  {
    name: 'packages-know-no-app',
    comment: 'Move the shared part into the package, or the code into the app.',
    from: { path: '^packages/', pathNot: '^packages/(stack|demo|cli|test-kit)/' },
    to: { path: '^(services|gateway|shell|mfe-[^/]+)/' },
  },
  {
    name: 'rules-stay-pure',
    comment: 'Pass the facts in as parameters: what decides knows nothing of databases, events or HTTP.',
    from: { path: '^services/[^/]+/src/.*rules/' },
    to: { path: '^services/[^/]+/src/', pathNot: '/rules/|/src/db/' },
  },
  {
    name: 'rules-know-only-types-of-the-database',
    comment: 'Use `import type`; read the rows in the use case, and pass them in.',
    from: { path: '^services/[^/]+/src/.*rules/' },
    to: { path: '^services/[^/]+/src/db/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'the-inside-of-a-service-is-private',
    comment: 'Call a route of the service, or follow its events; only config.ts is open to others.',
    // Attack tests import functions of services in order to switch off a defense.
    from: { path: '^(?!services/|tests/attacks/src/defenses/)' },
    to: { path: '^services/[^/]+/src/', pathNot: '/config\\.ts$' },
  },
  {
    name: 'features-know-no-other-feature',
    comment: 'Move what both features need to src/shared of the remote, or to packages/ui-kit.',
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
