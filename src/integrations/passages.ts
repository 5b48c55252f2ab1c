// A page's text between two figures becomes one element, a passage: browsers paint it as one part, and copy the part
// when a figure beside it moves. Knows islands by their directive, nothing else.

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly attributes?: readonly { readonly name?: string }[];
  readonly properties?: Record<string, unknown>;
  children?: Node[];
}

export function passages() {
  return (page: Node): void => {
    const parts: Node[] = [];
    let passage: Node[] | undefined;
    for (const child of page.children ?? []) {
      if (isCode(child)) parts.push(child);
      else if (isIsland(child)) {
        parts.push(child);
        passage = undefined;
      } else if (passage) passage.push(child);
      else if (!isSpace(child)) {
        passage = [child];
        parts.push({ type: 'element', tagName: 'div', properties: { className: ['passage'] }, children: passage });
      }
    }
    page.children = parts;
  };
}

/** An import or an export. */
const isCode = ({ type }: Node): boolean => type === 'mdxjsEsm';
const isIsland = ({ attributes = [] }: Node): boolean => attributes.some(({ name }) => name?.startsWith('client:'));
const isSpace = ({ type, value = '' }: Node): boolean => type === 'text' && value.trim() === '';
