/** Types and kind descriptors of the built-in resources; versions other than the stable ones are in `kbts/k8s/<group>/<version>`. */
export * from './generated/modules/root.js';
