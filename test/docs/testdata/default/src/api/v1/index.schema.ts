import type { JSONSchemaProps } from 'kbts/k8s/apiextensions/v1';

export const Guestbook: JSONSchemaProps = JSON.parse('{"type":"object"}');
