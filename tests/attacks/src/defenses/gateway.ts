import { defense, defenseWithin } from './defense.ts';

const identify = () => import('../../../../gateway/src/clients/identify.ts');
const forwardedHeaders = () => import('../../../../gateway/src/proxy/forwarded-headers.ts');
export const claimedAddressDropped = defense(
  'what clients claim of their address is dropped',
  forwardedHeaders,
  'prepareHeaders',
  (original, request, gatewayToken) => {
    const claimed = request.headers['x-forwarded-for'];
    original(request, gatewayToken);
    if (claimed !== undefined) request.headers['x-forwarded-for'] = claimed;
  },
);
export const tokensOnly = defense(
  'only a valid token spends what its person may do',
  identify,
  'clientOf',
  (original, request) => {
    const client = original(request);
    return { ...client, person: client.person ?? client.trace };
  },
);
export const anySpelling = defense(
  'the scheme of a token is the same in any spelling',
  identify,
  'clientOf',
  (original, request) =>
    /^Bearer \S+$/.test(request.headers.authorization ?? '')
      ? original(request)
      : { ...original(request), person: undefined, trace: undefined },
);
export const refunds = defense(
  'requests with a token that a service rejects are not counted',
  () => import('../../../../gateway/src/clients/rejected-tokens.ts'),
  'isTokenRejected',
  () => false,
);
export const foldedPaths = defense(
  'limits read paths as services do',
  () => import('../../../../gateway/src/http/request-path.ts'),
  'pathOf',
  (_original, { originalUrl }) => (originalUrl.split('?')[0] ?? '').replace(/\/$/, ''),
);
export const sameReader = defense(
  'proxies read paths as limits do',
  () => import('../../../../gateway/src/http/request-path.ts'),
  'isUnder',
  (_original, { path }, area) => `${path}/`.startsWith(`${area}/`),
);
export const costlyTimeouts = defense(
  'time-outs of costly requests open no breaker',
  () => import('../../../../gateway/src/clients/costly-requests.ts'),
  'isCostlyRequest',
  () => false,
);
export const breakerOfScans = defense(
  'scans have a breaker of their own',
  identify,
  'isShortRequest',
  () => false,
);
export const notRouted = defenseWithin(
  'the gateway knows no path but those of the public API',
  () => import('../../../../gateway/src/proxy/upstreams.ts'),
  'upstreamsOf',
  (create, isOff) => (config) =>
    create(config).map((upstream) => ({
      ...upstream,
      get paths() {
        return isOff() ? [...upstream.paths, '/internal'] : upstream.paths;
      },
    })),
);
const PLAIN_PATHS = 'an address that two readers could understand differently is refused';
export const plainPaths = defense(
  PLAIN_PATHS,
  () => import('../../../../gateway/src/http/reject-ambiguous-paths.ts'),
  'rejectAmbiguousPaths',
  (_original, _request, _response, next) => next(),
);
/** A proxy of the gateway that decodes paths before forwarding them. */
export const carelessReader = defense(
  PLAIN_PATHS,
  forwardedHeaders,
  'prepareHeaders',
  (original, request, gatewayToken) => {
    request.url = new URL(decodeURIComponent(request.url), 'http://self').pathname;
    original(request, gatewayToken);
  },
);
export const contentPolicy = defense(
  'pages run no script but our files (Content-Security-Policy)',
  () => import('../../../../gateway/src/http/security-headers.ts'),
  'securityHeaders',
  (original, request, response, next) => {
    const set = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      /^content-security-policy$/i.test(name) ? response : set(name, value);
    return original(request, response, next);
  },
);
