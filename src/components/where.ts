// Where on the site a component stands, for messages to the author. Knows nothing of components.

/** The file in `content/` that a page was made of, as an author would name it. */
export function contentFileOf(url: URL): string {
  const slug = url.pathname.replace(/\/$/, '').split('/').at(-1) || 'index';
  return `content/${slug}.mdx`;
}

/** `name` is not one of `allowed`: one sentence that says where and what is allowed. */
export function notAllowed(
  component: string,
  url: URL,
  name: string,
  given: string,
  allowed: readonly string[],
): Error {
  return new Error(
    `<${component}> in ${contentFileOf(url)}: ${name} is "${given}"; allowed: ${allowed.join(', ') || 'nothing'}`,
  );
}
