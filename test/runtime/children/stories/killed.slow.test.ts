import { killedSuite } from './killed-suite.js';

killedSuite('embedded');
