// What the parser of SAML is tried with, which make.mjs writes.

/** What a parser may stumble over. None of it is an answer. */
export const parser = {
  empty: '',
  'byte-order-mark': '\ufeff<a/>',
  'unclosed-attribute': '<a b="c>',
  'unclosed-comment': '<a><!-- </a>',
  'unclosed-cdata': '<a><![CDATA[ </a>',
  'unclosed-declaration': '<?xml version="1.0"',
  'bare-ampersand': '<a>b & c</a>',
  'long-reference': `<a>&#${'9'.repeat(200)};</a>`,
  surrogate: '<a>&#xD800;</a>',
  'many-attributes': `<a ${Array.from({ length: 500 }, (_, at) => `b${at}="c"`).join(' ')}/>`,
  'many-declarations': `<a ${Array.from({ length: 500 }, (_, at) => `xmlns:b${at}="urn:c"`).join(' ')}/>`,
  'many-elements': `<a>${'<b/>'.repeat(6_000)}</a>`,
  'many-levels': '<a>'.repeat(5_000),
  'long-name': `<${'a'.repeat(10_000)}/>`,
  'prefix-of-itself': '<xmlns:a xmlns:xmlns="urn:b"/>',
  'declared-again': '<a:b xmlns:a="urn:1"><a:b xmlns:a="urn:2"><a:b xmlns:a="urn:1"/></a:b></a:b>',
  'other-languages': '<a>\u202eעברית &#x1F600; 日本語\u0301</a>',
  control: '<a>\u0001</a>',
};
