import { applySuite } from './apply-suite.js';

applySuite('envtest');
