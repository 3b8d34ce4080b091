import { childrenSuite } from './children-suite.js';

childrenSuite('embedded');
