// Addresses inside the site, right under any base path. Knows no page.

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** The address of a page or file of the site: `addressOf('/figures/')`. */
export function addressOf(path: string): string {
  return `${base}/${path.replace(/^\//, '')}`;
}
