import { defense, defenseWithin } from './defense.ts';

const identify = () => import('../../../../gateway/src/clients/identify.ts');
const forwardedHeaders = () => import('../../../../gateway/src/proxy/forwarded-headers.ts');
export const forwardedAddressRemoval = defense(
  'addresses that clients claim in headers are ignored',
  forwardedHeaders,
  'prepareHeaders',
  (original, request, gatewayToken) => {
    const claimed = request.headers['x-forwarded-for'];
    original(request, gatewayToken);
    if (claimed !== undefined) request.headers['x-forwarded-for'] = claimed;
  },
);
export const budgetOfValidToken = defense(
  'only a valid token uses the budget of its person',
  identify,
  'clientOf',
  (original, request) => {
    const client = original(request);
    return { ...client, person: client.person ?? client.trace };
  },
);
export const schemeSpelling = defense(
  'the scheme of a token is recognized in any spelling',
  identify,
  'clientOf',
  (original, request) =>
    /^Bearer \S+$/.test(request.headers.authorization ?? '')
      ? original(request)
      : { ...original(request), person: undefined, trace: undefined },
);
export const budgetRefund = defense(
  'requests whose token a service rejects are not counted',
  () => import('../../../../gateway/src/clients/rejected-tokens.ts'),
  'isTokenRejected',
  () => false,
);
export const pathNormalization = defense(
  'limits read paths as services do',
  () => import('../../../../gateway/src/http/request-path.ts'),
  'pathOf',
  (_original, { originalUrl }) => (originalUrl.split('?')[0] ?? '').replace(/\/$/, ''),
);
export const proxyPathReading = defense(
  'proxies read paths as limits do',
  () => import('../../../../gateway/src/http/request-path.ts'),
  'isUnder',
  (_original, { path }, area) => `${path}/`.startsWith(`${area}/`),
);
export const costlyRequestExemption = defense(
  'time-outs of costly requests do not open the circuit breaker',
  () => import('../../../../gateway/src/clients/costly-requests.ts'),
  'isCostlyRequest',
  () => false,
);
export const scanBreaker = defense(
  'scans have a separate circuit breaker',
  identify,
  'isShortRequest',
  () => false,
);
export const publicPaths = defenseWithin(
  'the gateway forwards only paths of the public API',
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
const AMBIGUOUS_PATHS = 'paths that two readers could interpret differently are rejected';
export const ambiguousPathCheck = defense(
  AMBIGUOUS_PATHS,
  () => import('../../../../gateway/src/http/reject-ambiguous-paths.ts'),
  'rejectAmbiguousPaths',
  (_original, _request, _response, next) => next(),
);
/** A proxy of the gateway that decodes paths before forwarding them. */
export const decodingProxy = defense(
  AMBIGUOUS_PATHS,
  forwardedHeaders,
  'prepareHeaders',
  (original, request, gatewayToken) => {
    request.url = new URL(decodeURIComponent(request.url), 'http://self').pathname;
    original(request, gatewayToken);
  },
);
export const contentPolicy = defense(
  'pages run only scripts from our files (Content-Security-Policy)',
  () => import('../../../../gateway/src/http/security-headers.ts'),
  'securityHeaders',
  (original, request, response, next) => {
    const set = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      /^content-security-policy$/i.test(name) ? response : set(name, value);
    return original(request, response, next);
  },
);
