import { createElement, type ReactNode } from 'react';

/** The elements that may be shown, and what is left of their attributes. */
const TAGS = new Set(
  `a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i kbd li ol p pre s span
  strong sub summary sup table tbody td tfoot th thead tr ul`.split(/\s+/),
);

/**
 * HTML that the server has made of a readme. The server has removed what may run, load or send something; here only
 * known elements are made of what is left, so that neither would be enough to show anything else.
 */
export function Html({ html }: { html: string }) {
  // a document that is never shown: nothing in it runs or is loaded
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...parsed.body.childNodes].map(toElement);
}

function toElement(node: ChildNode, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  const children = [...node.childNodes].map(toElement);
  if (!TAGS.has(tag)) return null;
  const attributes: Record<string, unknown> = {
    key,
    ...(node.hasAttribute('dir') && { dir: node.getAttribute('dir') }),
  };
  if (tag === 'a') {
    const href = node.getAttribute('href') ?? '';
    if (/^(https?|mailto):/i.test(href)) attributes.href = href;
    attributes.target = '_blank';
    attributes.rel = 'noopener noreferrer nofollow';
  }
  if (tag === 'td' || tag === 'th') attributes.align = node.getAttribute('align') ?? undefined;
  // elements without content take no children
  return createElement(tag, attributes, ...(children.length > 0 ? children : []));
}
