import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '@qr-attendance/contracts';
import { openApiPath } from '../src/docs/openapi.ts';
import { startGateway, type TestGateway } from './support/gateway.ts';

interface Operation {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: object };
}

let gateway: TestGateway;
let document: OpenApi;
beforeAll(async () => {
  gateway = await startGateway();
  document = (await (await fetch(`${gateway.url}/api/openapi.json`)).json()) as OpenApi;
});
afterAll(() => gateway.stop());

describe('the OpenAPI document', () => {
  const publicRoutes = allRoutes.filter((route) => route.access !== 'internal');

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it.each(publicRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'describes %s as the contract does',
    (_name, route) => {
      const operation = document.paths[openApiPath(route.path)]?.[route.method];
      expect(operation?.tags).toEqual([route.service]);
      expect(operation?.security).toHaveLength(route.access === 'anyone' ? 0 : 1);
      expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
      const success = operation?.responses[String(route.status ?? 200)];
      expect(success).toBeDefined();
      if (![204, 303].includes(route.status ?? 200))
        expect(success?.content?.[route.contentType ?? 'application/json']?.schema).toBeDefined();
      expect(operation?.responses['400']?.content?.['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/ErrorBody',
      });
      const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      expect(inPath.map(({ name }) => `:${name}`)).toEqual(route.path.match(/:\w+/g) ?? []);
    },
  );

  it('documents the Idempotency-Key header of repeatable requests', () => {
    for (const path of ['/api/courses', '/api/sessions']) {
      const operation = document.paths[path]?.['post'];
      expect(operation?.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key' }]);
      expect(operation?.parameters?.[0]).not.toMatchObject({ required: true });
      expect(Object.keys(operation?.responses ?? {})).toContain('422');
    }
  });

  it('documents 401 and 403 for open routes that depend on the caller', () => {
    const refusalsOf = (path: string) => Object.keys(document.paths[path]?.['post']?.responses ?? {});
    expect(refusalsOf('/api/auth/login')).toEqual(expect.arrayContaining(['401', '403']));
    expect(refusalsOf('/api/auth/forgot-password')).not.toContain('401');
  });

  it('contains only patterns that every JSON Schema validator supports', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '""']) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(0);
    // Unicode classes need a flag that JSON Schema does not support.
    expect(patterns.filter((pattern) => /\\[pP]\{/.test(pattern))).toEqual([]);
  });

  it("contains only the contracts' public routes", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(publicRoutes.length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    expect(JSON.stringify(document)).not.toContain('/internal');
  });

  it('references only schemas that it contains', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1],
    );
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(names)]));
  });
});

describe('the documentation page', () => {
  it.each([
    ['/api/docs', 'text/html'],
    ['/api/docs/', 'text/html'],
    ['/api/docs/start.js', 'text/javascript'],
    ['/api/docs/swagger-ui-bundle.js', 'text/javascript'],
    ['/api/docs/swagger-ui.css', 'text/css'],
  ])('serves %s without inline script or style', async (path, type) => {
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
    await response.arrayBuffer();
  });

  it('serves no other files of its packages', async () => {
    expect((await fetch(`${gateway.url}/api/docs/package.json`)).status).toBe(404);
  });
});
