import { beforeAll } from 'vitest';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { workflowSuite } from './workflow-suite.js';

beforeAll(() => ensureBinaries());

workflowSuite('envtest');
