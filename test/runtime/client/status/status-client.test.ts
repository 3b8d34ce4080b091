import { statusSuite } from './status-suite.js';

statusSuite('embedded');
