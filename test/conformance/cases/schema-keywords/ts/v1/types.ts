// +groupName=schema-keywords.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kbts:schema={"anyOf": [{"maxLength": 3}, {"pattern": "^long"}]}
  text?: string;
  choice?: Choice;
}

// Choice is a or b.
// +kbts:schema={"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}
export interface Choice {
  a?: string;
  b?: string;
}
