// A process that speaks stdio through an official SDK: node stdio-server.ts <revision> [deep]. The tests start it as a child.
import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { acme1 } from './acme-1.ts';
import { acme2 } from './acme-2.ts';

const [revision, deep] = process.argv.slice(2);
const isDeep = deep === 'deep';

if (revision === '2025-11-25') await acme1(isDeep).connect(new StdioServerTransport());
else serveStdio(() => acme2(isDeep));
