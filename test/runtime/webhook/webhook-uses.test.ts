import { testUses } from '../../uses.js';
import { webhookUses } from './webhook-uses.js';

testUses(webhookUses);
