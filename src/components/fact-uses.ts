// Counts the fact chips of a page, so that each has a DOM id of its own. Knows nothing of facts.

const uses = new WeakMap<Request, number>();

export function nextFactUse(request: Request): number {
  const use = (uses.get(request) ?? 0) + 1;
  uses.set(request, use);
  return use;
}
