import { beforeAll } from 'vitest';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { killedSuite } from './killed-suite.js';

beforeAll(() => ensureBinaries());

killedSuite('envtest');
