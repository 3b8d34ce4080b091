import { eventCounts } from './event-counts.js';

eventCounts('embedded');
