//! Elements of XML as the parser has read them, and what is asked of them.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The namespaces that are in scope, by prefix. Each element that declares one has a copy, so that the texts are
/// shared.
pub(super) type Scope = Arc<BTreeMap<Arc<str>, Arc<str>>>;

/// An element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Element {
    pub(super) prefix: String,
    pub(super) local: String,
    pub(super) namespace: String,
    pub(super) attributes: Vec<Attribute>,
    pub(super) scope: Scope,
    pub(super) children: Vec<Node>,
}

/// An attribute. Declarations of namespaces are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) prefix: String,
    pub(super) local: String,
    pub(super) namespace: String,
    pub(super) value: String,
}

/// What an element has within it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    /// Whether it has this name.
    pub(super) fn is(&self, namespace: &str, local: &str) -> bool {
        self.namespace == namespace && self.local == local
    }

    /// An attribute without a namespace.
    pub(super) fn attribute(&self, local: &str) -> Option<&str> {
        let mut named = self.attributes.iter();
        let named = named.find(|it| it.namespace.is_empty() && it.local == local);
        named.map(|attribute| attribute.value.as_str())
    }

    /// The elements within it.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// Those of a name.
    pub(super) fn named<'a>(
        &'a self,
        namespace: &'a str,
        local: &'a str,
    ) -> impl Iterator<Item = &'a Self> {
        self.elements().filter(move |element| element.is(namespace, local))
    }

    /// The one of a name; none if there is no one, or more than one.
    pub(super) fn only(&self, namespace: &str, local: &str) -> Option<&Self> {
        let mut named = self.elements().filter(|element| element.is(namespace, local));
        let first = named.next();
        first.filter(|_| named.next().is_none())
    }

    /// Its text, as it is; none if it has elements.
    pub(super) fn whole_text(&self) -> Option<String> {
        let mut all = String::new();
        for child in &self.children {
            match child {
                Node::Text(text) => all.push_str(text),
                Node::Element(_) => return None,
            }
        }
        Some(all)
    }

    /// Its text without the space around it, as XML knows it; none if it has elements.
    pub(super) fn text(&self) -> Option<String> {
        self.whole_text().map(|text| text.trim_matches([' ', '\t', '\n', '\r']).to_owned())
    }

    /// Calls `take` for it and all elements within it.
    pub(super) fn visit<'a>(&'a self, take: &mut impl FnMut(&'a Self)) {
        take(self);
        for element in self.elements() {
            element.visit(take);
        }
    }
}
