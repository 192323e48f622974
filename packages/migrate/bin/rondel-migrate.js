#!/usr/bin/env node
import { runCommand } from '../lib/command/run.js';

process.exitCode = runCommand(process.argv.slice(2));
