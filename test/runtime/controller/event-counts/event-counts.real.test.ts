import { beforeAll } from 'vitest';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { eventCounts } from './event-counts.js';

beforeAll(() => ensureBinaries());

eventCounts('envtest');
