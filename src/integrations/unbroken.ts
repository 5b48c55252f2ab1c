// Dates and names in code break at a hyphen, where nobody reads them as a hyphen; a narrow line moves them whole instead.
// Knows text in a page's tree, nothing else.

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly value?: string;
  properties?: Record<string, unknown>;
  children?: readonly Node[];
}

/** A text in pieces; those at odd places are dates. */
export const datesIn = (text: string): readonly string[] => text.split(/(\d{4}-\d\d-\d\d)/);

const CLASS = { className: ['unbroken'] };
/** What is longer may need to break on a phone. */
const MOST_CHARACTERS = 24;

export function unbroken() {
  return function visit(node: Node): void {
    if (node.tagName === 'pre' || node.tagName === 'svg') return;
    if (node.tagName === 'code') {
      const [text] = node.children ?? [];
      if (text?.value && text.value.length <= MOST_CHARACTERS) node.properties = { ...node.properties, ...CLASS };
      return;
    }
    node.children?.forEach((child) => child.type !== 'text' && visit(child));
    if (node.children)
      node.children = node.children.flatMap((child) => (child.type === 'text' ? split(child.value ?? '') : [child]));
  };
}

const split = (text: string): readonly Node[] =>
  datesIn(text)
    .map((value, i): Node => {
      const part: Node = { type: 'text', value };
      return i % 2 ? { type: 'element', tagName: 'span', properties: CLASS, children: [part] } : part;
    })
    .filter(({ value }) => value !== '');
