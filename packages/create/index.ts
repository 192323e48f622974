#!/usr/bin/env node
// Older versions of Node.js read this file as well: it imports the others after the check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`create-rondel needs Node.js 22.18 or newer, and this is ${process.versions.node}. Install a current version from https://nodejs.org.`);
  process.exitCode = 1;
} else {
  const { runCommand } = await import('./lib/command.js');
  process.exitCode = await runCommand(process.argv.slice(2));
}

export {};
