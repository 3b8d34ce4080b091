// +groupName=max-desc-len.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // This is a first sentence. This is a second sentence that is much longer.
  a?: string;
  // nosentencehere but words that go on and on and on until it is too long
  b?: string;
  // Averyveryveryveryveryveryveryverylongwordwithoutanyblankinit
  c?: string;
}

