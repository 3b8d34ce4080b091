import { workflowSuite } from './workflow-suite.js';

workflowSuite('embedded');
