// All rules, in the order of the guide.

import { BOT_RULES } from './bot-rules.js';
import { CLIENT_RULES } from './client-rules.js';
import { OLD_RULES } from './old-rules.js';
import { ROWS } from './rows.js';
import type { Rule } from './rule.js';
import { SERVER_RULES } from './server-rules.js';
import { STATE_RULES } from './state-rules.js';

export const RULES: readonly Rule[] = [...OLD_RULES, ...STATE_RULES, ...CLIENT_RULES, ...BOT_RULES, ...SERVER_RULES, ...ROWS];
