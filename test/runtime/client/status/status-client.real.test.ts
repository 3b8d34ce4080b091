import { statusSuite } from './status-suite.js';

statusSuite('envtest');
