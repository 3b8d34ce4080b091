/*
Copyright 2026 Example.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import type { Converter } from 'kbts/runtime';
import type { Guestbook as Hub } from '../v1/index.js';
import { Guestbook } from './index.js';

/**
 * Converts Guestbook between v2 and the hub, v1, in which objects are stored. A conversion must lose
 * nothing: where one version cannot say what the other can, register `lossless(guestbookV2Converter)`.
 * It keeps what is missing in an annotation, which users can write: it restores what the hub's schema allows, and no status.
 */
export const guestbookV2Converter: Converter<Hub, Guestbook> = {
  spoke: Guestbook,
  toHub({ metadata, spec, status }) {
    // TODO(user): where the versions differ, convert field by field.
    return { metadata, spec, status };
  },
  fromHub({ metadata, spec, status }) {
    // TODO(user): the other direction.
    return { metadata, spec, status };
  },
};
