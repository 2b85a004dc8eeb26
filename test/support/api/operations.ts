import type { TestApp } from '../app.ts';

/** The operations that need no session; a new one has to be added here on purpose. */
export const PUBLIC_OPERATIONS = [
  'beginGoogleSignIn',
  'checkLiveness',
  'checkReadiness',
  'exchangeIdToken',
  'finishGoogleSignIn',
  'getSession',
  'logIn',
  'resetPassword',
  'signUp',
];

export interface Operation {
  id: string;
  method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With an unknown but well-formed id in place of each path parameter. */
  path: string;
  isPublic: boolean;
  /** In JSON. */
  hasBody: boolean;
}

type OpenApiPaths = Record<
  string,
  Record<
    string,
    { operationId: string; security?: unknown[]; requestBody?: { content: Record<string, unknown> } }
  >
>;

/** Every operation of the OpenAPI document that the app itself serves. */
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { body } = (await app.visitor().send('get', '/api/openapi.json').expect(200)) as {
    body: { paths: OpenApiPaths };
  };
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, requestBody }]) => ({
      id: operationId,
      method: method as Operation['method'],
      path: path.replaceAll(/\{\w+\}/g, '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f'),
      isPublic: !security?.length,
      hasBody: requestBody?.content['application/json'] !== undefined,
    })),
  );
}
