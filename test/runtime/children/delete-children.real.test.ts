import { beforeAll } from 'vitest';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { deletionSuite } from './deletion-suite.js';

beforeAll(() => ensureBinaries());

deletionSuite('envtest');
