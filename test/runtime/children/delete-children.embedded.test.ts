import { deletionSuite } from './deletion-suite.js';

deletionSuite('embedded');
