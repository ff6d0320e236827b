import { expect, test } from 'vitest';
import { contextOf } from './chat.context.ts';

test.each([
  ['/alerts', '?alert=a1&status=OPEN', { alertId: 'a1' }],
  ['/alerts', '?show=incidents&incident=i1', { incidentId: 'i1' }],
  ['/alerts', '?incident=i1', {}],
  ['/alerts', '?show=groups&group=g1', { groupKey: 'g1' }],
  ['/entity', '?kind=host&value=web-01', { entity: { kind: 'host', value: 'web-01' } }],
  ['/entity', '?kind=planet&value=mars', {}],
  ['/entity', `?kind=host&value=${'x'.repeat(1001)}`, {}],
  ['/forensics', '?investigation=v1', { investigationId: 'v1' }],
  ['/compliance', '?control=c1', { controlId: 'c1' }],
  ['/risk', '?alert=a1', {}],
  ['/alerts', `?alert=${'x'.repeat(101)}`, {}],
])('[CH23] %s%s is read as what is open there', (path, search, context) => {
  expect(contextOf(path, search)).toEqual(context);
});
