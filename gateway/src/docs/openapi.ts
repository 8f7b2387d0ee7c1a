import {
  allRoutes,
  errorBodySchema,
  IDEMPOTENCY_KEY_HOURS,
  type RouteContract,
} from '@qr-attendance/contracts';
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { z } from 'zod';

const errorBody = errorBodySchema.register(z.globalRegistry, {
  id: 'ErrorBody',
  description: '`error` is a sentence for people, `code` is for programs.',
});
const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorBody } },
});

const REFUSALS = {
  '400': refusal('The request is invalid.'),
  '404': refusal('Not found.'),
  '409': refusal('The request conflicts with the current state.'),
  '413': refusal('The request is too large.'),
  '422': refusal('The content cannot be processed.'),
  '429': refusal('Too many requests; `Retry-After` says how long to wait.'),
  '503': refusal('Temporarily unavailable; `Retry-After` says when to retry.'),
};
const IDENTITY_REFUSALS = { 401: refusal('Not signed in.'), 403: refusal('Not allowed.') };
const identityRefusalsOf = ({ access, refusals = access === 'anyone' ? [] : [401, 403] }: RouteContract) =>
  Object.fromEntries(refusals.map((status) => [status, IDENTITY_REFUSALS[status]]));

const SIGNED_IN = [{ accessToken: [] }];
const AUDIENCES = {
  anyone: 'Open to anyone.',
  'signed-in': 'For signed-in users.',
  teacher: 'For teachers.',
  student: 'For students.',
  staff: 'For teachers and administrators.',
  admin: "For the institution's administrators.",
  internal: '',
};

const successOf = (route: RouteContract): ZodOpenApiResponsesObject => {
  const status = String(route.status ?? 200) as `2${string}`;
  if (status === '204') return { [status]: { description: 'Done.' } };
  if (route.status === 303) return { [status]: { description: route.summary } };
  const type = route.contentType ?? 'application/json';
  return { [status]: { description: route.summary, content: { [type]: { schema: route.answer } } } };
};

const IDEMPOTENCY_HEADER = z.object({
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      description:
        'A unique text in double quotes, such as a UUID, for each resource to create. Repeating the request within ' +
        `${IDEMPOTENCY_KEY_HOURS} hours returns the resource that it created; a different request with the same key gets ` +
        '422 with the code `idempotency_key_reused`.',
      examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    }),
});
const REUSED_KEY = { '422': refusal('The Idempotency-Key was used for another request.') };

type Parameters = NonNullable<ZodOpenApiOperationObject['requestParams']>;

const operationOf = (name: string, route: RouteContract): ZodOpenApiOperationObject => ({
  operationId: name,
  tags: [route.service],
  summary: route.summary,
  description: AUDIENCES[route.access],
  security: route.access === 'anyone' ? [] : SIGNED_IN,
  requestParams: {
    ...(route.params ? { path: route.params as Parameters['path'] } : {}),
    ...(route.query ? { query: route.query as Parameters['query'] } : {}),
    ...(route.idempotent ? { header: IDEMPOTENCY_HEADER } : {}),
  },
  ...(route.body
    ? {
        requestBody: {
          required: !route.body.safeParse(undefined).success,
          content: { 'application/json': { schema: route.body } },
        },
      }
    : {}),
  responses: {
    ...successOf(route),
    ...REFUSALS,
    ...(route.idempotent ? REUSED_KEY : {}),
    ...identityRefusalsOf(route),
  },
});

export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const operationName = (route: RouteContract): string =>
  `${route.method}${route.path.replace(/[^\w]+/g, '-').replace(/-$/, '')}`;

const pathsOf = (routes: RouteContract[]): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const path = (paths[openApiPath(route.path)] ??= {});
    path[route.method] = operationOf(operationName(route), route);
  }
  return paths;
};

/** Contracts grow by adding fields, so answers may contain more fields than this document lists. */
const openAnswers: NonNullable<CreateDocumentOptions['override']> = ({ jsonSchema, io }) => {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

export const openApiDocument = (): object =>
  createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'QR Attendance System',
        version: '1.0.0',
        description:
          'Lists return a page; the `Link` header with `rel="next"` leads to the next. Errors carry `error`, `code` and `requestId`.',
      },
      servers: [{ url: '/' }],
      tags: [...new Set(allRoutes.map((route) => route.service))].map((name) => ({ name })),
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      paths: pathsOf(allRoutes.filter((route) => route.access !== 'internal')),
    },
    { override: openAnswers },
  );
