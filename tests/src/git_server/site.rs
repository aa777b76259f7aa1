//! What a server has while it answers a request.

use std::sync::Arc;

use super::hooks::Hooks;
use super::repository::Repository;
use crate::message::Received;

/// A user with a token.
#[derive(Clone)]
pub(super) struct Account {
    pub(super) user: String,
    pub(super) token: String,
}

/// The users and the repositories.
pub(super) struct Site {
    /// Scheme, host and port.
    pub(super) url: String,
    pub(super) accounts: Vec<Account>,
    pub(super) repositories: Vec<Arc<Repository>>,
    pub(super) hooks: Hooks,
    pub(super) page_max: usize,
}

/// A part of a list.
pub(super) struct Page<'a, T> {
    pub(super) items: &'a [T],
    /// Its number, from 1.
    pub(super) number: usize,
    pub(super) size: usize,
    pub(super) pages: usize,
    pub(super) total: usize,
}

impl<T> Page<'_, T> {
    pub(super) fn next(&self) -> Option<usize> {
        (self.number < self.pages).then_some(self.number + 1)
    }
}

impl Site {
    /// The user whose token it is.
    pub(super) fn user_of(&self, token: Option<&str>) -> Option<&str> {
        let mut accounts = self.accounts.iter();
        let found = accounts.find(|account| Some(account.token.as_str()) == token);
        found.map(|account| account.user.as_str())
    }

    /// A repository by its owner and its name.
    pub(super) fn repository(&self, owner: &str, slug: &str) -> Option<&Repository> {
        let mut all = self.repositories.iter();
        let found = all.find(|repository| repository.owner() == owner && repository.slug() == slug);
        found.map(Arc::as_ref)
    }

    /// Repositories whose names contain a text in any case.
    pub(super) fn named(&self, text: Option<&str>) -> Vec<&Repository> {
        let text = text.unwrap_or_default().to_lowercase();
        let all = self.repositories.iter().map(Arc::as_ref);
        all.filter(|repository| repository.name.to_lowercase().contains(&text)).collect()
    }

    /// The page of a list that the parameters name: those of the number, and of the size with its default.
    pub(super) fn page<'a, T>(
        &self,
        items: &'a [T],
        request: &Received,
        (size, size_default): (&str, usize),
    ) -> Page<'a, T> {
        let size = request.number(size).unwrap_or(size_default).clamp(1, self.page_max);
        let number = request.number("page").unwrap_or(1).max(1);
        let (pages, total) = (items.len().div_ceil(size), items.len());
        let items = items.chunks(size).nth(number - 1).unwrap_or_default();
        Page { items, number, size, pages, total }
    }
}
