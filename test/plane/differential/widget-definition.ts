/** A definition that uses nearly everything that schemas can say. */

/** The definition of widgets in a group of their own. */
export function widgetDefinition(group: string): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `widgets.${group}`,
    },
    spec: {
      group: group,
      scope: 'Namespaced',
      names: {
        plural: 'widgets',
        kind: 'Widget',
        shortNames: [`w${group.split('.')[0]}`],
        categories: ['all'],
      },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.replicas',
              statusReplicasPath: '.status.replicas',
              labelSelectorPath: '.status.selector',
            },
          },
          additionalPrinterColumns: [
            {
              name: 'Tier',
              type: 'string',
              jsonPath: '.spec.tier',
            },
            {
              name: 'Rep',
              type: 'integer',
              jsonPath: '.spec.replicas',
              priority: 1,
            },
            {
              name: 'Ready',
              type: 'string',
              jsonPath: '.status.conditions[?(@.type=="Ready")].status',
            },
            {
              name: 'Age',
              type: 'date',
              jsonPath: '.metadata.creationTimestamp',
            },
          ],
          selectableFields: [
            {
              jsonPath: '.spec.tier',
            },
          ],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: {
                spec: {
                  type: 'object',
                  required: ['tier'],
                  properties: {
                    tier: {
                      type: 'string',
                      enum: ['free', 'paid'],
                    },
                    replicas: {
                      type: 'integer',
                      format: 'int32',
                      minimum: 1,
                      maximum: 10,
                      default: 1,
                    },
                    exmin: {
                      type: 'integer',
                      minimum: 1,
                      exclusiveMinimum: true,
                    },
                    exmax: {
                      type: 'integer',
                      maximum: 1,
                      exclusiveMaximum: true,
                    },
                    mul: {
                      type: 'integer',
                      multipleOf: 3,
                    },
                    num: {
                      type: 'number',
                    },
                    pat: {
                      type: 'string',
                      pattern: '^[a-z]+$',
                      minLength: 2,
                      maxLength: 4,
                    },
                    list: {
                      type: 'array',
                      items: {
                        type: 'string',
                      },
                      minItems: 1,
                      maxItems: 2,
                    },
                    set: {
                      type: 'array',
                      items: {
                        type: 'string',
                      },
                      'x-kubernetes-list-type': 'set',
                    },
                    map: {
                      type: 'array',
                      'x-kubernetes-list-type': 'map',
                      'x-kubernetes-list-map-keys': ['name'],
                      items: {
                        type: 'object',
                        required: ['name'],
                        properties: {
                          name: {
                            type: 'string',
                          },
                          value: {
                            type: 'string',
                            default: 'v',
                          },
                        },
                      },
                    },
                    props: {
                      type: 'object',
                      additionalProperties: {
                        type: 'string',
                      },
                      minProperties: 1,
                      maxProperties: 2,
                    },
                    ios: {
                      'x-kubernetes-int-or-string': true,
                    },
                    bool: {
                      type: 'boolean',
                    },
                    nul: {
                      type: 'string',
                      nullable: true,
                    },
                    date: {
                      type: 'string',
                      format: 'date-time',
                    },
                    dur: {
                      type: 'string',
                      format: 'duration',
                    },
                    any: {
                      type: 'object',
                      'x-kubernetes-preserve-unknown-fields': true,
                    },
                    nest: {
                      type: 'object',
                      default: {},
                      properties: {
                        a: {
                          type: 'string',
                          default: 'x',
                        },
                        b: {
                          type: 'string',
                        },
                      },
                    },
                    one: {
                      type: 'object',
                      properties: {
                        a: {
                          type: 'string',
                        },
                        b: {
                          type: 'string',
                        },
                      },
                      oneOf: [
                        {
                          required: ['a'],
                        },
                        {
                          required: ['b'],
                        },
                      ],
                    },
                    anyo: {
                      type: 'object',
                      properties: {
                        a: {
                          type: 'string',
                        },
                        b: {
                          type: 'string',
                        },
                      },
                      anyOf: [
                        {
                          required: ['a'],
                        },
                        {
                          required: ['b'],
                        },
                      ],
                    },
                    allo: {
                      type: 'integer',
                      allOf: [
                        {
                          minimum: 3,
                        },
                        {
                          maximum: 5,
                        },
                      ],
                    },
                    no: {
                      type: 'string',
                      not: {
                        enum: ['bad'],
                      },
                    },
                    emb: {
                      type: 'object',
                      'x-kubernetes-embedded-resource': true,
                      'x-kubernetes-preserve-unknown-fields': true,
                    },
                    byte: {
                      type: 'string',
                      format: 'byte',
                    },
                    uuid: {
                      type: 'string',
                      format: 'uuid',
                    },
                    ipv4: {
                      type: 'string',
                      format: 'ipv4',
                    },
                    atomicmap: {
                      type: 'object',
                      'x-kubernetes-map-type': 'atomic',
                      additionalProperties: {
                        type: 'string',
                      },
                    },
                    imm: {
                      type: 'string',
                      'x-kubernetes-validations': [
                        {
                          rule: 'self == oldSelf',
                          message: 'imm is immutable',
                        },
                      ],
                    },
                    min: {
                      type: 'integer',
                    },
                    max: {
                      type: 'integer',
                    },
                  },
                  'x-kubernetes-validations': [
                    {
                      rule: '!has(self.min) || !has(self.max) || self.min <= self.max',
                      messageExpression: "self.min > 100 ? 'huge' : 'min is over max'",
                      fieldPath: '.min',
                    },
                    {
                      rule: "self.tier != 'free' || self.replicas <= 5",
                    },
                  ],
                },
                status: {
                  type: 'object',
                  properties: {
                    replicas: {
                      type: 'integer',
                    },
                    selector: {
                      type: 'string',
                    },
                    phase: {
                      type: 'string',
                    },
                    conditions: {
                      type: 'array',
                      'x-kubernetes-list-type': 'map',
                      'x-kubernetes-list-map-keys': ['type'],
                      items: {
                        type: 'object',
                        required: ['type'],
                        properties: {
                          type: {
                            type: 'string',
                          },
                          status: {
                            type: 'string',
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      ],
    },
  };
}
