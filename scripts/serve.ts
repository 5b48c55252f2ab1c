// A static server for a built folder, under a base path, with its 404 page. Serves the start command, the tests,
// the budget and the bench. Must not know what is in the folder, and must not cache.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export interface Served {
  /** `http://127.0.0.1:4321` */
  readonly origin: string;
  /** Always starts and ends with a slash. */
  readonly base: string;
  /** The site's first page. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly folder: string;
  readonly base?: string;
  /** 0 takes any free port. */
  readonly port?: number;
}

export function baseWithSlashes(base: string | undefined): string {
  const inner = (base ?? '').replace(/^\/+|\/+$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
}

async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

export async function serve(options: ServeOptions): Promise<Served> {
  const folder = resolve(options.folder);
  const base = baseWithSlashes(options.base);

  const server = createServer(async (request, response) => {
    const send = (status: number, type: string, body: Buffer | string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const redirect = (location: string): void => {
      response.writeHead(302, { location }).end();
    };

    let path: string;
    let search: string;
    try {
      const url = new URL(request.url ?? '/', 'http://localhost');
      path = decodeURIComponent(url.pathname);
      search = url.search;
    } catch {
      return send(400, 'text/plain; charset=utf-8', 'This address cannot be read.');
    }
    if (`${path}/` === base) return redirect(base + search);
    if (path.startsWith(base)) {
      const inside = normalize(path.slice(base.length));
      if (inside.startsWith('..')) return send(400, 'text/plain; charset=utf-8', 'This address leaves the site.');
      const file = path.endsWith('/') ? join(folder, inside, 'index.html') : join(folder, inside);
      const body = await readIfFile(file);
      if (body) return send(200, contentTypes[extname(file)] ?? 'application/octet-stream', body);
      if (!path.endsWith('/') && (await readIfFile(join(file, 'index.html')))) return redirect(`${path}/${search}`);
    }
    const missing = await readIfFile(join(folder, '404.html'));
    return send(404, contentTypes['.html']!, missing ?? 'Not found');
  });

  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(options.port ?? 0, '127.0.0.1', listening);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    base,
    url: origin + base,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
