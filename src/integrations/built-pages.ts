// Finds the HTML files of a finished build. Knows nothing of what is in them.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export async function builtPages(dir: URL): Promise<readonly string[]> {
  const root = fileURLToPath(dir);
  const files = await readdir(root, { recursive: true });
  return files.filter((file) => file.endsWith('.html')).map((file) => join(root, file));
}
