import { ownershipSuite } from './ownership-suite.js';

ownershipSuite('embedded');
