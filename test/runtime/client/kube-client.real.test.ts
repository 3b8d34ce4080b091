import { clientSuite } from './client-suite.js';

clientSuite('envtest');
