/** The public surface of `kbts/runtime/object`: questions about objects and their kinds. */
export { parseApiVersion } from '../../kubernetes/version/api-version.js';
export { isEqual, isSatisfiedBy } from '../object/equality.js';
export { apiVersionOf } from '../object/kind.js';
export { labelMatcher } from '../object/label-selector.js';
