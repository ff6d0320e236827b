import { z } from 'zod';
import type { Endpoint } from '../../shared/contract/define.ts';
import { errorBodySchema } from '../../shared/contract/errors.ts';
import { contract } from '../../shared/contract/index.ts';

type JsonObject = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function responseContent(endpoint: Endpoint): JsonObject {
  const { response } = endpoint;
  if (response === 'none') return {};
  if (response === 'bytes') return { content: { 'application/octet-stream': {} } };
  if (response === 'html') return { content: { 'text/html': {} } };
  if (response === 'events') return { content: { 'text/event-stream': {} } };
  return { content: { 'application/json': { schema: jsonSchema(response, 'output') } } };
}

function requestBody(endpoint: Endpoint): JsonObject {
  if (!endpoint.body) return {};
  const content =
    endpoint.body === 'bytes'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } };
  return { requestBody: { required: endpoint.body !== 'bytes', content } };
}

function operation(name: string, area: string, endpoint: Endpoint): JsonObject {
  const failure = {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  const listHeaders = {
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'X-Next-Cursor': { schema: { type: 'string' } },
    },
  };
  return {
    operationId: `${area}.${name}`,
    summary: endpoint.summary,
    tags: [area],
    security: endpoint.permission === 'public' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        ...responseContent(endpoint),
        ...(endpoint.list ? listHeaders : {}),
      },
      default: { description: 'Failure', ...failure },
    },
  };
}

/** The OpenAPI 3.1 document of every endpoint of the contract. */
export function openApiDocument(version: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [area, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
      const path = paths[endpoint.path] ?? {};
      path[endpoint.method.toLowerCase()] = operation(name, area, endpoint);
      paths[endpoint.path] = path;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Watchfloor', version },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'watchfloor_session' } },
    },
  };
}
