// /embed.js: the script that other pages load, with the figures of this build written in.
import type { APIRoute } from 'astro';
import { figures } from '#figures/registry.ts';
import script from '../embed/mcp-figure.js?raw';

const known = Object.fromEntries(
  figures.map(({ slug, title, parameters }) => [slug, { title, parameters: parameters.map(({ name }) => name) }]),
);
// The JSON stands inside single quotes of the script.
const quoted = JSON.stringify(known).replace(/[\\']/g, '\\$&');

export const GET: APIRoute = () =>
  new Response(
    script.replace('%figures%', () => quoted),
    { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } },
  );
